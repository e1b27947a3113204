/* Private to src/instrument: the state of one instrumentation, and what a rule is matched
 * against. */
#ifndef BELAY_INSTRUMENT_INSTRUMENTER_H
#define BELAY_INSTRUMENT_INSTRUMENTER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "instrument/instrument.h"

typedef Vec(Val) VecVals;

/* A place where rules may fit. */
typedef struct Site {
  RuleFind find;
  LLVMValueRef function; /* NULL: outside of functions */
  LLVMValueRef inst;     /* NULL: the start or the end of something */
  LLVMValueRef pointer;  /* access, argument, global */
  LLVMValueRef length;   /* number of bytes or elements; NULL: `bytes` alone */
  uint64_t bytes;        /* of the access, or of one element */
  bool write;
  bool through;         /* the address is what `pointer` points to: va_arg */
  const VecVals *insts; /* what the instruction was lowered to; NULL: nothing */
  Glob global;          /* IR_NONE: none */
} Site;

typedef struct Instrumenter {
  const Program *p;
  const Points *points;
  Arena *arena;
  const Rules *rules;
  const char *mode;
  LLVMContextRef context;
  LLVMModuleRef module; /* the one at work */
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  bool library;            /* it is that of the models */
  Map lowered;             /* LLVM instruction -> VecVals * */
  Map globals;             /* LLVM global -> 1 + Glob */
  Map places;              /* hash of a place -> its constant, in this module */
  Bitset remembered;       /* locations */
  bool remembered_exposed; /* and all that an address made of numbers may mean */
  bool remembered_locals;  /* and locals: what is not initialised has a pattern there */
  bool remembered_all;     /* and anything at all */
  VecWords flags;          /* true ones */
  LLVMValueRef start, end; /* functions that run before and after the program, here */
  InstrumentResult *result;
} Instrumenter;

static inline uint64_t key_of(const void *pointer) {
  return (uint64_t)(uintptr_t)pointer;
}

/* ---- facts.c: what belay knows about a site ---- */

void facts_start(Instrumenter *in);
const VecVals *facts_of(const Instrumenter *in, LLVMValueRef inst);
bool facts_answer(Instrumenter *in, const Site *site, const RuleCondition *condition);
/* Whether something remembered may mean the variable of this site. */
bool facts_is_remembered(const Instrumenter *in, const Site *site);
void facts_remember(Instrumenter *in, const Site *site, RuleRemember what);
/* The one access whose bounds are known; false when there is none. */
bool facts_bounds(const Instrumenter *in, const Site *site, PointsBounds *bounds,
                  LLVMValueRef *from);
bool facts_has_lifetime_marks(LLVMValueRef local);

/* ---- sites.c: the places of a module ---- */

typedef Vec(Site) VecSites;

/* Those of one instruction, in order. */
void sites_of_inst(Instrumenter *in, LLVMValueRef inst, VecSites *out);
/* The entry and the exits of a function, and its struct parameters. */
void sites_of_function(Instrumenter *in, LLVMValueRef function, VecSites *out);
void sites_of_globals(Instrumenter *in, VecSites *out);
/* The function called, NULL when it goes through a pointer. */
LLVMValueRef sites_callee(LLVMValueRef call);

/* ---- emit.c: the calls ---- */

void emit_rule(Instrumenter *in, const Rule *rule, const Site *site);

/* ---- world.c: inputs, undefined pointers, the entry, linking ---- */

void world_prepare(Instrumenter *in);
const char *world_link(Instrumenter *in, FrontendLlvm *llvm, const char *with);

#endif
