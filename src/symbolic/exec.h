/* The executor and one path's state. Private to symbolic/. */
#ifndef BELAY_SYMBOLIC_EXEC_H
#define BELAY_SYMBOLIC_EXEC_H

#include "base/bitset.h"
#include "ir/live.h"
#include "ir/loops.h"
#include "ledger/engine.h"
#include "symbolic/memory.h"

/* Registers of one call, copy-on-write. */
typedef struct SymFrame {
  uint32_t refs;
  Fn fn;
  Val at; /* the instruction to execute next; in a caller: its call */
  struct SymFrame *caller;
  uint32_t depth;
  VecU32 stack;       /* ids of the objects that die on return (own copy, malloc'd) */
  uint32_t arg_count; /* variadic arguments behind the named ones */
  SymVal *variadic;   /* malloc'd */
  Type *variadic_types;
  SymVal regs[]; /* by value id - function.first */
} SymFrame;

/* A choice the path made, newest first. */
typedef struct SymChoice {
  const struct SymChoice *previous;
  Val at; /* origin */
  uint8_t kind;
  Type type;
  Term term;
  Term when;  /* made only where this holds (an array's byte nobody wrote); TERM_NONE:
                 always */
  Term count; /* not TERM_NONE: so many choices, the first bytes of the array `term` */
} SymChoice;

/* Heap blocks of the path, newest first. */
typedef struct HeapItem {
  const struct HeapItem *previous;
  uint32_t object;
} HeapItem;

typedef struct SymState {
  SymFrame *frame;
  Memory memory;
  const Path *path;
  const SymChoice *choices;
  const SymChoice *choices_before; /* the current instruction; for trying it again */
  const HeapItem *heap;
  uint32_t forks_here; /* values tried at the current instruction */
  uint64_t steps;
  uint32_t number; /* in order of making */
  bool entered;    /* a block was just entered, by an edge from came_from */
  Blk came_from;
  struct SymState *next; /* in the worklist */
} SymState;

/* What one step did. */
typedef enum StepResult {
  STEP_NEXT, /* go on with the following instruction */
  STEP_STAY, /* control was transferred, or the same instruction is to be tried again */
  STEP_END,  /* the path is over (exit, error, infeasible, dropped) */
} StepResult;

typedef struct FunctionInfo {
  Bitset scoped;  /* locals of allocas that start dead */
  const Cfg *cfg; /* with loops: made on demand by induct.c */
  const Loops *loops;
  Live *live;
  uint32_t *joins; /* merge.c: by block, where the ways of its branch meet; or NULL */
} FunctionInfo;

/* What a way of going through the program may say about the checks at its end. */
typedef struct Claims {
  uint8_t *failed;   /* by check: how often a state broke it */
  bool leaks_unsure; /* reachability was approximated on some path */
  bool dropped_any;
  Bitset open_blocks; /* blocks from which a dropped path might have gone on */
  Map drop_reasons;   /* reason in Exec.reasons -> count */
} Claims;

typedef enum ExecMode {
  MODE_EXPLORE, /* real paths: what breaks is reported */
  MODE_PROVE,   /* states that stand for many paths: what breaks is only not proved */
  MODE_TRY,     /* looking for an invariant: nothing is recorded */
} ExecMode;

typedef struct SymStatistics {
  uint64_t steps, forks, merges, paths, dropped, states_peak;
} SymStatistics;

typedef struct Exec {
  EngineRun *run;
  const Program *program;
  Arena *arena;
  Terms *terms;
  Solver *solver;
  unsigned ptr_bits;
  uint64_t ptr_mask;
  bool malloc_may_fail;
  bool check_lost, check_cleanup, check_overflow, check_overlap;
  FunctionInfo *functions; /* by function id */
  VecU32 global_objects;   /* Glob id -> object id */
  VecU32 function_objects; /* Fn id -> object id */
  Map base_objects;        /* variable number of a base address -> object id */
  SymState *pending;       /* worklist, newest first */
  uint32_t pending_count, state_count;
  uint64_t turn;           /* of exploration */
  uint64_t searches;       /* of all pending paths for the best one */
  uint64_t looked_through; /* steps made at the last of them */
  ExecMode mode;
  Claims *claims;        /* of the current mode; unused while trying */
  uint64_t effort_limit; /* of induct.c */
  bool try_failed;       /* MODE_TRY: a path could not be followed */
  uint32_t *visits;      /* by block: how often entered */
  uint32_t *distance;    /* by block: distance.c */
  Intern *reasons;
  SymStatistics statistics;
} Exec;

/* ---- symbolic.c ---- */
/* What was done so far, in Z3's count and in steps; some of these are worth one of those.
 */
enum { STEPS_PER_EFFORT = 4 };
uint64_t exec_effort(const Exec *x);

/* ---- distance.c ---- */
/* Fills in Exec.distance from the checks that are open now. */
void distance_find(Exec *x);
/* From the state to an open check. */
uint32_t distance_of(const Exec *x, const SymState *s);

/* ---- state.c ---- */
void state_use_program(const Program *p);
SymState *state_new(Exec *x);
SymState *state_fork(Exec *x, const SymState *s);
void state_free(SymState *s);
SymFrame *frame_push(Exec *x, SymState *s, Fn fn);
/* The innermost frame, for changing. */
SymFrame *frame_own(SymState *s);
/* Drops the innermost frame and ends the life of its objects. */
void frame_pop(Exec *x, SymState *s);
void state_schedule(Exec *x, SymState *s);
void state_choose(Exec *x, SymState *s, Val at, ChoiceKind kind, Type type, Term term);
/* The same for a choice that a run makes only if the condition holds. */
void state_choose_if(Exec *x, SymState *s, Val at, Type type, Term term, Term when);
/* Adds what is known to be possible. */
void state_assume(Exec *x, SymState *s, Term condition, Model *model);
/* The path cannot be followed further: what it could reach stays open. */
StepResult state_drop(Exec *x, SymState *s, const char *reason);

/* ---- address.c ---- */
/* So many low bits of the object's address are 0, by what the language promises. */
unsigned sym_low_bits(const Exec *x, const Object *o);
/* A pointer as a number: base address of its object plus offset. */
Term sym_address(Exec *x, Memory *m, SymVal pointer);
/* An integer or pointer as a number. */
Term sym_number(Exec *x, SymState *s, SymVal v, unsigned width);
/* The pointer that a number over base addresses stands for, if it is evident. */
SymVal recover_pointer(Exec *x, SymVal number);
/* The single value that the path leaves for a term, if ranges show it. */
bool sym_known(Exec *x, SymState *s, SymVal v, unsigned width, uint64_t *value);
/* Splits the state over the values of a term: this one continues with one value, the rest
 * is scheduled to try the instruction again. False: state ended (dropped). */
bool sym_split(Exec *x, SymState *s, SymVal v, unsigned width, uint64_t *value);

/* A number that may be an address: the object whose base address it mentions, one path
 * for each that it may lie in. True: a pointer, or a number that lies in none of them. */
bool sym_resolve(Exec *x, SymState *s, SymVal *pointer, StepResult *result);

/* ---- access.c ---- */
/* Checks an access; on true `*pointer` is resolved to an object (offset maybe symbolic)
 * and the path is constrained to it. On false *result says how to go on. */
bool access_check(Exec *x, SymState *s, Val at, CheckKind kind, SymVal *pointer,
                  SymVal bytes, StepResult *result);
bool access_load(Exec *x, SymState *s, Val at, SymVal pointer, Type type, SymVal *value,
                 StepResult *result);
bool access_store(Exec *x, SymState *s, Val at, SymVal pointer, Type type, SymVal value,
                  StepResult *result);
/* Reports a broken check under the condition (a term of one bit). */
void report_broken(Exec *x, SymState *s, Val at, CheckKind kind, Term condition,
                   const char *why);

/* ---- inputs.c ---- */
/* The choices of the path as a model has them. */
Inputs inputs_of(Exec *x, SymState *s, Model *model);
/* A call of a model's function that fills a block with inputs, in one step. False: to be
 * executed as it is. */
bool sym_input_bytes(Exec *x, SymState *s, Fn fn, const SymVal *args, StepResult *result);

/* ---- block.c: copy, move, fill ---- */
StepResult sym_copy(Exec *x, SymState *s, const Inst *i, Val at);
StepResult sym_fill(Exec *x, SymState *s, const Inst *i, Val at);

/* ---- heap.c ---- */
StepResult sym_alloc(Exec *x, SymState *s, const Inst *i, Val at);
StepResult sym_realloc(Exec *x, SymState *s, const Inst *i, Val at);
StepResult sym_free(Exec *x, SymState *s, const Inst *i, Val at);
StepResult sym_alloca(Exec *x, SymState *s, const Inst *i, Val at);
uint32_t sym_new_stack(Exec *x, SymState *s, Val at, SymVal size);
void sym_kill_object(SymState *s, uint32_t object);
/* leak.c: at the end of a path. `stack_lives`: the locals of its calls still count;
 * `report`: what is lost is a violation now (otherwise it only keeps leak checks from
 * being closed). */
typedef enum LeakEnd {
  LEAK_END,    /* exit or return of main: what is lost is told */
  LEAK_ABORT,  /* what is held still is not lost, what was lost before is told */
  LEAK_NO_END, /* a run may stop here, or go on for ever */
} LeakEnd;
void check_leaks(Exec *x, SymState *s, bool stack_lives, LeakEnd end);

/* ---- arith.c ---- */
/* Computes a VALUE instruction (not phi, param, addr, part). */
bool sym_value(Exec *x, SymState *s, const Inst *i, Val at, SymVal *out,
               StepResult *result);
SymVal sym_addr(Exec *x, SymState *s, const Inst *i);

/* ---- step.c ---- */
SymVal sym_operand(Exec *x, SymState *s, Val v);
SymVal sym_arg(Exec *x, SymState *s, const Inst *i, uint32_t n);
void sym_set(SymState *s, const Program *p, Val at, SymVal value);
StepResult sym_step(Exec *x, SymState *s);
/* A value nobody knows; not a choice that replay could repeat. */
SymVal sym_fresh(Exec *x, Type type);

/* ---- end.c ---- */
/* Tells a test, if one listens, what the path that is about to return from the entry came
 * to. */
void tell_end(Exec *x, SymState *s);

/* ---- induct.c ---- */
/* The graphs of a function, made when first asked for. */
FunctionInfo *function_graphs(Exec *x, Fn fn);
/* The loop whose header the state has just entered from outside, or LOOP_NONE. */
uint32_t loop_entered(Exec *x, const SymState *s);
/* Goes through the program with loops replaced by what an invariant says of them. */
void induct_prove(Exec *x, SymState *first, uint64_t effort);

#endif
