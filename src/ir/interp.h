/* The reference semantics: a concrete interpreter with byte-exact memory, pointers that
 * carry their object, and every check on. docs/semantics.md says in words what this does.
 */
#ifndef BELAY_IR_INTERP_H
#define BELAY_IR_INTERP_H

#include <stdio.h>

#include "ir/check.h"
#include "ir/inputs.h"
#include "ir/ir.h"

typedef enum RunEnd {
  RUN_EXITED,      /* returned from main or called exit */
  RUN_ABORTED,     /* abort, a failed assertion, reach_error */
  RUN_VIOLATION,   /* a check was broken: see violation */
  RUN_INFEASIBLE,  /* an assume was false */
  RUN_TRAPPED,     /* division by zero, unreachable, call with the wrong arguments, ... */
  RUN_UNSUPPORTED, /* opaque, unknown function, setjmp, ...: see reason */
  RUN_LIMIT,       /* steps, memory or stack depth ran out */
} RunEnd;

/* Why a run does not stand for every run of the program: bits of RunResult.depends. */
enum {
  RUN_DEPENDS_INPUT = 1,   /* a value of `input` was asked for */
  RUN_DEPENDS_UNINIT = 2,  /* control or an address depended on an indeterminate value */
  RUN_DEPENDS_ADDRESS = 4, /* control depended on where objects lie in memory */
  RUN_DEPENDS_ALLOC = 8,   /* allocation may fail and one was made */
  RUN_DEPENDS_GUESS = 16, /* a pointer made from an integer without provenance was used */
  RUN_DEPENDS_EXTERN = 32, /* an unknown global's content was read */
};

typedef struct Frame {
  Fn fn;
  Val at; /* the instruction it is in: the call, or for the innermost the last one */
} Frame;

typedef enum ObjectKind {
  OBJECT_STACK,
  OBJECT_HEAP,
  OBJECT_GLOBAL,
  OBJECT_FUNCTION,
  OBJECT_STATIC
} ObjectKind;

/* The object that a violation is about. */
typedef struct ObjectInfo {
  ObjectKind kind;
  uint64_t size;
  Sym name;              /* variable's name, empty for a heap block */
  Val made_at;           /* alloca, alloc, realloc; VAL_NONE for a global */
  Val ended_at;          /* free, scope.end, ret, ...; VAL_NONE while alive */
  Vec(Frame) made_stack; /* innermost last */
  Vec(Frame) ended_stack;
} ObjectInfo;

typedef struct Violation {
  CheckKind kind;
  Val at;      /* the instruction; for leaks the alloc whose block is lost */
  Val lost_at; /* leaks: the instruction after which it was gone; VAL_NONE otherwise */
  Cause cause;
  uint64_t bytes; /* accessed */
  int64_t offset; /* of the access in the object */
  uint64_t address;
  bool has_object;
  ObjectInfo object;
  Vec(Frame) stack; /* innermost last */
} Violation;

/* What a register was given, for RunOptions.trace. */
typedef struct RunValue {
  Val at;          /* the instruction, phi or parameter */
  uint64_t bits;   /* the low 64 */
  bool undef;      /* some bits are undefined */
  bool has_object; /* it is an address in or near this object: */
  bool alive;
  ObjectKind kind;
  uint32_t source; /* alloca, alloc, ... instruction; global; function */
  int64_t offset;  /* of the address in the object */
} RunValue;

/* A decision of a run: the way it took at a branch of the user's code, or a choice. */
typedef struct PathStep {
  Val at;          /* the branch, or the instruction of the choice */
  Val place;       /* the user's instruction that was executed then; VAL_NONE: none was */
  uint32_t number; /* the successor taken; of a choice its index in RunResult.choices */
  uint32_t times;  /* in a row */
  bool choice;
} PathStep;

/* The steps of a run in order. Of a long one the middle is left out. */
typedef struct RunPath {
  Vec(PathStep) steps;
  uint32_t gap;     /* what was left out was before this step; 0: nothing was */
  uint64_t missing; /* how many steps that is */
} RunPath;

typedef struct RunOptions {
  const Inputs *inputs; /* may be NULL */
  bool malloc_may_fail;
  bool check_overflow; /* stop at signed overflow */
  bool check_cleanup;  /* blocks still allocated at exit are violations */
  bool check_overlap;  /* overlapping copies are violations */
  bool check_lost;     /* lost blocks (memtrack) are violations */
  uint8_t uninit_fill; /* each byte of what is read uninitialised, unless inputs say */
  bool record_path;    /* fill in RunResult.path */
  bool eager_leaks;    /* search for lost blocks at each loss, not only at the end */
  uint64_t max_steps;  /* 0: none */
  uint64_t max_memory; /* bytes of all live objects; 0: none */
  uint32_t max_depth;  /* calls; 0: a default */
  FILE *out, *err;     /* where `output` to 1 and 2 goes; NULL: nowhere */
  FILE *in;            /* where `input` of source "stdin" comes from; NULL: from inputs */
  int argc;            /* arguments for main ("argc", "argv" sources); 0: from inputs */
  char **argv;
  bool (*interrupted)(void *context); /* asked now and then; may be NULL */
  void *context;
  void (*trace)(void *context, const RunValue *value); /* told every value; may be NULL */
  void *trace_context;
} RunOptions;

typedef struct RunResult {
  RunEnd end;
  int exit_code;      /* RUN_EXITED */
  const char *reason; /* ABORTED, TRAPPED, UNSUPPORTED, LIMIT: in words */
  Val at;             /* the instruction where the run ended */
  unsigned depends;   /* RUN_DEPENDS_*: 0 when every run of the program is this run */
  uint64_t steps;
  Inputs choices;   /* those the run made, in order, with their instructions */
  bool lost_unsure; /* a block may be lost: a register holds it, a variable perhaps not */
  Violation violation; /* RUN_VIOLATION */
  RunPath path;        /* RunOptions.record_path */
  Vec(Frame) stack;
} RunResult;

/* requires: p verified, p->entry set.  yields: one run. Deterministic. */
RunResult interp_run(const Program *p, Arena *arena, const RunOptions *options);

#endif
