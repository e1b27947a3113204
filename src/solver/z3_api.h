/* Private to solver/: Z3's functions, loaded when the first question needs them. Most
 * programs are decided without Z3, and its library takes as long to load as they do. */
#ifndef BELAY_SOLVER_Z3_API_H
#define BELAY_SOLVER_Z3_API_H

#include <z3.h>

typedef struct Z3Api {
#define FUNCTION(name) __typeof__(Z3_##name) *name;
#include "solver/z3_api.def"
#undef FUNCTION
} Z3Api;

extern Z3Api z3;

/* Before any call. Without Z3's library it panics. */
void z3_load(void);

#endif
