/* The state of one analysis, shared by the files of this folder. Private to it.
 *
 * The same instructions are evaluated in two modes. Flat: one context a function, one
 * content a location, no order of execution; cheap, gives the call graph and which
 * function touches what, and is what remains when the other mode does not finish. Flow:
 * contexts are a tree of calls as far as the budget goes, each block has a state (memory
 * and what is known about registers beyond their definition), objects live and die. */
#ifndef BELAY_POINTS_ANALYSIS_H
#define BELAY_POINTS_ANALYSIS_H

#include "base/bitset.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/dom.h"
#include "ir/ir.h"
#include "ir/live.h"
#include "ir/loops.h"
#include "points/content.h"
#include "points/pmap.h"
#include "points/points.h"
#include "points/value.h"

#define LOC_NONE UINT32_MAX
#define CONTEXT_NONE UINT32_MAX

/* ---- locations ---- */

/* What the outside calls a location: an allocation in the text of the program. Functions
 * come first, then globals, then instructions, each in the program's order. */
typedef struct Site {
  uint8_t kind;    /* PointsKind */
  uint32_t source; /* instruction, global or function */
} Site;

/* Objects of one site in one context. Where several can be alive at once there are two
 * locations: the young one stands for the object made last, the old one for all others.
 */
typedef struct Loc {
  uint32_t site;
  uint32_t context;          /* CONTEXT_NONE for globals and functions */
  uint32_t twin;             /* young <-> old; LOC_NONE */
  bool summary;              /* may stand for several objects that are alive together */
  bool never_freed;          /* flow: no free was seen that may mean it */
  uint64_t size_lo, size_hi; /* bytes; UINT64_MAX: no bound */
} Loc;

/* ---- functions ---- */

typedef struct FnInfo {
  Cfg *cfg;
  Loops *loops;
  Live *live;
  Thresholds thresholds;
  Bitset scoped; /* allocas (local numbers) that have a scope.begin */
  Bitset mortal; /* and those that may end before their function does */
  Bitset kept;   /* registers that matter after their last use: others equal them */
  VecU32 kept_list;
  VecU32 objects;  /* alloca and varargs instructions */
  uint32_t *equal; /* local number of a load -> value id of an earlier equal register, or
                      IR_NONE; NULL before the flat mode is through */
  Map after;       /* instruction -> 1 + index into after_lists */
  Vec(VecU32) after_lists;
  Map widened[2]; /* flow: pair of memories -> the first widened by the second; at last */
  uint32_t component; /* of the call graph */
  bool recursive;
  bool reached; /* flat: is called */
} FnInfo;

/* ---- contexts ---- */

typedef struct BlockState {
  bool reached;
  bool dirty;       /* to be evaluated (again) */
  uint32_t visits;  /* times that the state grew */
  uint32_t version; /* of the context when it was last evaluated */
  Pmap mem, regs;   /* on entry, phis assigned */
  Pmap *edges;      /* regs that came over each predecessor edge; NULL before the first */
} BlockState;

#define EDGE_UNREACHED UINT32_MAX

typedef struct Caller {
  uint32_t context, block; /* local block number */
} Caller;

typedef struct Context {
  uint32_t id;
  Fn fn;
  uint32_t parent; /* CONTEXT_NONE for the entry and for shared ones */
  Val call;
  uint32_t group; /* contexts of one strongly connected component entered at one place */
  bool many;      /* may be entered more than once in a run */
  bool recursive; /* may be entered while it runs */
  bool reentrant; /* below a function that unknown code calls */
  bool entered, active, queued;
  bool returns;
  uint32_t version;      /* grows when a register's value does */
  uint32_t stable;       /* version when it was last stable */
  uint32_t size_version; /* of the analysis when it was last stable */
  uint32_t entries;      /* times that the entry state grew */
  uint32_t exits;
  ValueId *set;     /* by local number; the union over all times it was defined */
  uint8_t *changes; /* by local number */
  BlockState *blocks;
  Pmap exit_mem;
  ValueId *results;
  Map children; /* call instruction << 32 | function -> 1 + context */
  Vec(Caller) callers;
  Map locs;            /* instruction -> location made last (young) */
  Map killed;          /* heap locations that may die in it -> 1 */
  Map renamed;         /* young locations that may become old in it -> 1 */
  Map parts;           /* call << 32 | number -> value of a further result */
  Caller invoked_by;   /* while active: the call that is being evaluated */
  uint32_t lives_told; /* of killed and renamed, how many the callers know of */
} Context;

typedef struct State {
  bool reached;
  Pmap mem, regs;
} State;

/* ---- the analysis ---- */

typedef struct Access Access;
typedef struct Observer Observer;

/* What a function, or one it calls, does to which sites. */
typedef struct Touch {
  Bitset sites;   /* read, written, made, or holding a pointer to what dies */
  Bitset lives;   /* made or ended */
  Map restricted; /* memory -> the part of it that matters */
  Map returned;   /* pair of memories -> the first with the second's part */
} Touch;

/* What code that is not there can do. Of functions that nobody knows: everything to what
 * is reachable from globals and from what they are given, and free it. Of parts of the
 * library that the models leave out: what is reachable from the models' own variables and
 * from variadic arguments can change. */
typedef struct Reach {
  bool runs;       /* there is such a call */
  bool calls_back; /* functions of the program are among the sites */
  bool library;
  Bitset sites;
} Reach;

typedef struct Analysis Analysis;

struct Analysis {
  Arena *arena;
  const Program *program;
  const PointsOptions *options;
  struct Analysis *base; /* flow: the flat one */
  bool flat;
  Values *values;
  Contents *contents;
  Pmaps *mems, *regs;
  Map mem_joins;
  Vec(Site) sites;
  uint32_t *site_of_inst; /* LOC_NONE for what makes nothing */
  Vec(Loc) locs;          /* functions and globals first, as in sites */
  FnInfo *infos;          /* by function */
  Callgraph *callgraph;
  Vec(Context *) contexts;
  Map shared;          /* group << 32 | function -> 1 + context without a parent */
  Vec(uint32_t) queue; /* contexts to analyse */
  uint32_t queue_next;
  uint32_t groups;
  uint32_t depth; /* of analyse_context */
  uint32_t size_version;
  uint64_t version; /* flat: grows with every change */
  uint64_t ticks, limit;
  const char *gave_up;     /* why the result cannot be used; NULL */
  Vec(ContentId) flat_mem; /* flat: by location */
  Vec(uint8_t) flat_changes;
  ValueId
    flat_anywhere; /* flat: what was written through pointers that may mean anything */
  Reach outside, library; /* from the flat mode */
  Reach exposed;   /* what an address made of numbers can mean: objects whose address
                      was compared or computed with, or seen by unknown code, and all
                      that is reachable from there; from the flat mode */
  Bitset held;     /* sites to which some pointer lies in memory; from the flat mode */
  Bitset freed;    /* flat: sites that a free or realloc may mean */
  Touch *touch;    /* by function; from the flat mode */
  Map fresh;       /* context << 32 | allocation -> what is written first (fresh.c) */
  Map fresh_reads; /* site << 32 | function -> what it may read of an object */
  uint64_t fresh_visits;
  Bitset expand;         /* flow: functions that get a context for each call */
  Observer *observer;    /* during the last pass */
  ValueId *const_values; /* 1 + value, by constant; 0: not asked yet */
  Vec(Target) kept;      /* scratch of whoever filters targets */
};

static inline Target *targets_scratch(Analysis *a, uint32_t count) {
  vec_reserve(a->arena, &a->kept, count + 1);
  return a->kept.data;
}

/* Evaluation of one block in one context. */
typedef struct Flow {
  Analysis *a;
  Context *c;
  State s;
  Val at;
} Flow;

/* ---- sites.c ---- */

Analysis *analysis_new(const Program *p, Arena *arena, const PointsOptions *options,
                       const Analysis *flat);
FnInfo *analysis_info(Analysis *a, Fn fn);
static inline const Site *loc_site(const Analysis *a, uint32_t loc) {
  return &a->sites.data[a->locs.data[loc].site];
}
static inline uint32_t loc_of_function(const Analysis *a, Fn f) { return (void)a, f.id; }
static inline uint32_t loc_of_global(const Analysis *a, Glob g) {
  return a->program->functions.len + g.id;
}
/* The (young) location that this instruction makes objects of in this context. */
uint32_t loc_of_inst(Analysis *a, Context *c, Val inst);
void loc_grow_size(Analysis *a, uint32_t loc, uint64_t lo, uint64_t hi);
/* For value_widen. */
int64_t loc_size_limit(void *analysis, uint32_t loc);
Context *context_new(Analysis *a, Fn fn, uint32_t parent, Val call);
/* Where unknown code that calls this function goes. */
Context *context_of_callback(Analysis *a, Context *c, Val at, Fn fn);
/* Where this call of this function goes. */
Context *context_of_call(Analysis *a, Context *c, Val call, Fn fn);
bool analysis_out_of_time(Analysis *a);
uint64_t analysis_work(const Analysis *a);
/* Registers whose knowledge must follow what happens at this instruction. */
const VecU32 *analysis_registers_after(Analysis *a, Context *c, Val at);

/* ---- state.c ---- */

static inline uint32_t flow_local(const Flow *f, Val v) {
  return v.id - f->a->program->functions.data[f->c->fn.id].first;
}
ValueId flow_value(Flow *f, Val v);
unsigned flow_bits(const Flow *f, Val v);
/* The integers it may be. */
Span flow_span(Flow *f, Val v);
void flow_define(Flow *f, Val v, ValueId value);
/* From here on the register holds just this. */
void flow_know(Flow *f, Val v, ValueId value);
ContentId flow_content(const Flow *f, uint32_t loc);
void flow_set_content(Flow *f, uint32_t loc, ContentId content);
void flow_spoil(Flow *f, ValueId value);
/* Flat: what flow_spoil noted, to all that it can have meant. */
void flat_spoil_exposed(Analysis *a);
/* The object (or, not surely, some object) of the location is no more. `except` keeps its
 * knowledge (VAL_NONE: none does). */
void flow_kill(Flow *f, uint32_t loc, bool surely, Val except);
/* Some of the objects that the value means may be no more. */
void flow_may_kill(Flow *f, ValueId dead);
/* An object of a location with a twin is made: the young one becomes old. */
void flow_age(Flow *f, uint32_t young, Val except);
/* For a call: what the callee did to objects that the caller's registers mean. */
void flow_kill_registers(Flow *f, uint32_t loc, bool surely);
void flow_rename_registers(Flow *f, uint32_t young);
/* visits: how often the result grew before; 0 never widens. */
Pmap flow_join_memory(Analysis *a, Context *c, Pmap x, Pmap y, uint32_t visits);
State flow_join(Analysis *a, Context *c, State x, State y, uint32_t visits);
/* Only what is still needed in the block. */
Pmap flow_prune(Analysis *a, Context *c, Pmap regs, Blk block);

/* ---- arith.c ---- */

ValueId flow_eval_binary(Flow *f, const Inst *inst);
ValueId flow_eval_cast(Flow *f, const Inst *inst);
ValueId flow_eval_icmp(Flow *f, const Inst *inst);
ValueId flow_eval_addr(Flow *f, const Inst *inst);
ValueId flow_eval_bits(Flow *f, const Inst *inst);

/* ---- refine.c ---- */

/* False when the condition cannot have this value. */
bool flow_refine_condition(Flow *f, Val condition, bool holds);
bool flow_refine_equals(Flow *f, Val v, Val constant);
/* An access through the register succeeded: `value` is what it can have been. */
void flow_refine_pointer(Flow *f, Val pointer, ValueId value);
/* The register and what is known to be equal to it hold just this. */
void flow_refine_register(Flow *f, Val v, ValueId value);

/* ---- access.c ---- */

enum { ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_FREE = 4 };

/* Where an access goes, as far as it succeeds. */
struct Access {
  ValueId value;   /* the pointer's, before */
  ValueId reached; /* targets clipped to the objects; wild numbers */
  bool wild;       /* could be anywhere */
  bool certain;    /* one offset of one object: a write replaces */
  uint32_t count;  /* targets of `reached` */
};

bool flow_may_touch(const Flow *f, uint32_t loc);
/* Through this operand of the instruction at f->at. `bytes`: how many; with 0 among them
 * nothing is certain. False when no run gets past it. */
bool flow_access(Flow *f, uint32_t operand, Span bytes, unsigned kind, Access *access);
bool flow_eval_load(Flow *f, Val at, const Inst *inst);
bool flow_eval_store(Flow *f, const Inst *inst);
bool flow_eval_copy(Flow *f, const Inst *inst);
bool flow_eval_fill(Flow *f, const Inst *inst);
bool flow_eval_output(Flow *f, const Inst *inst);
bool flow_eval_format(Flow *f, Val at, const Inst *inst);

/* ---- objects.c ---- */

void flow_eval_alloca(Flow *f, Val at, const Inst *inst);
void flow_eval_varargs(Flow *f, Val at);
void flow_eval_scope_begin(Flow *f, const Inst *inst);
void flow_eval_scope_end(Flow *f, const Inst *inst);
void flow_eval_stack_restore(Flow *f, Val at, const Inst *inst);
void flow_eval_alloc(Flow *f, Val at, const Inst *inst);
bool flow_eval_realloc(Flow *f, Val at, const Inst *inst);
bool flow_eval_free(Flow *f, const Inst *inst); /* and kill */
void flow_eval_objsize(Flow *f, Val at, const Inst *inst);
/* The objects of the frame die, and the results may be pointers to them. */
void flow_end_frame(Flow *f, ValueId *results, uint32_t count);
/* The area of variadic arguments that a call makes. */
ContentId flow_varargs(Flow *f, const Inst *call, uint32_t fixed, uint64_t *size);
/* The size operand(s) of an allocation. */
void flow_allocation_size(Flow *f, const Inst *inst, uint64_t *lo, uint64_t *hi,
                          bool *may_fail);

/* ---- eval.c ---- */

/* Everything but terminators and phis. False when no run gets past it. */
bool flow_eval_instruction(Flow *f, Val at);

/* ---- calls.c ---- */

bool flow_eval_call(Flow *f, Val at, const Inst *inst);
void flow_eval_part(Flow *f, Val at, const Inst *inst);
/* Unknown code runs: what it can reach may be anything, heap blocks may be gone. */
void flow_unknown_code(Flow *f, const Inst *inst, Reach *reach);
/* Flat: the objects that v means are exposed. */
void flow_expose(Flow *f, ValueId v);
/* Of an unknown function. */
Reach *analysis_reach(Analysis *a, Fn fn);
bool analysis_calls_back(const Analysis *a);

/* ---- flow.c ---- */

void context_analyse(Analysis *a, Context *c);
/* Enters with this memory; the arguments are in the parameters' sets. */
void context_enter(Analysis *a, Context *c, Pmap mem);
void context_queue(Analysis *a, Context *c);
/* The whole fixpoint; a->gave_up when there is none. */
void flow_run(Analysis *a);
/* a->gave_up when the last pass saw something grow; then flow_run_on goes on from there.
 */
extern const char analysis_unsettled[];
void flow_run_on(Analysis *a);
/* Every block of every context once more, in order, with the observer told. */
void flow_observe(Analysis *a);

/* ---- flat.c, touch.c, equal.c ---- */

void flat_run(Analysis *a);
void flat_observe(Analysis *a);
ContentId analysis_first_content(Analysis *a, Glob g, bool known);
void context_enter_anything(Analysis *a, Context *c);
void touch_compute(Analysis *a);
void equal_compute(Analysis *a);

/* ---- fresh.c ---- */

/* What an object that is made here may be read to hold. */
ContentId fresh_content(Analysis *a, Context *c, Val at, uint32_t loc);

/* ---- answer.c ---- */

/* Called while a->observer is set. */
void points_observe_access(Flow *f, uint32_t operand, Span bytes, unsigned kind,
                           const Access *access);
void points_observe_copy(Flow *f, const Access *to, const Access *from, Span bytes);
void points_observe_call(Flow *f, Val at, ValueId callee);
/* The program ends here. */
void points_observe_end(Flow *f);
void points_observe_define(Flow *f, Val v, ValueId value);
/* Before the instruction is evaluated. */
void points_observe_instruction(Flow *f, Val at);

#endif
