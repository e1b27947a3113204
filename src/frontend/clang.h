/* Running the compiler: C files to bitcode, each in a process of its own. */
#ifndef BELAY_FRONTEND_CLANG_H
#define BELAY_FRONTEND_CLANG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"
#include "frontend/frontend.h"

typedef Vec(const char *) VecText;

typedef struct CompileJob {
  const char *file;
  const char *directory; /* where to compile; NULL: here */
  VecText flags;         /* beside those of the options */

  /* Afterwards. */
  bool good;
  int exit_code;
  char *bitcode;
  size_t length;
  const char *diagnostics; /* what clang wrote, or "" */
  const char *failure;     /* why it could not even run; NULL */
  double seconds;          /* of processor time */

  int process, output, errors; /* while it runs */
} CompileJob;

/* At most two at a time. */
void clang_compile(Arena *arena, CompileJob *jobs, unsigned count,
                   const FrontendOptions *options);

#endif
