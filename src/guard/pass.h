/* What the files of the pass share. Private to this folder.
 *
 * The pass inserts calls of small functions (helpers.c: belay.check, belay.get, ...) that
 * are inlined before anything else happens, so that it never has to cut a block. */
#ifndef BELAY_GUARD_PASS_H
#define BELAY_GUARD_PASS_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "guard/guard.h"

/* A variable of the function at hand that lives in memory. */
typedef struct Local {
  LLVMValueRef value; /* alloca, or a parameter passed by value in memory */
  LLVMValueRef cell;  /* alloca of i32: its origin now; NULL: nobody needs it */
  uint64_t size;      /* bytes; 0 with dynamic */
  bool dynamic;       /* of variable length, or not in the entry block */
  bool marked;        /* has lifetime markers */
  bool of_call;       /* lives until the function returns */
  Map dead_blocks;    /* blocks at whose start it may be dead */
} Local;

/* A phi of referents whose operands are not there yet. */
typedef struct OpenPhi {
  LLVMValueRef pointers, referents;
} OpenPhi;

/* A global variable whose origin somebody needs. */
typedef struct GlobalEntry {
  LLVMValueRef global;
  LLVMValueRef cell; /* the i32 that holds its origin */
} GlobalEntry;

/* What an instruction accesses. */
typedef struct Access {
  LLVMValueRef pointer;
  uint64_t size;
  uint32_t kind; /* BelayAccess */
} Access;

/* Accesses through one pointer, at constant offsets in [lo, hi), that are checked at the
 * first of them. */
typedef struct GroupMember {
  LLVMValueRef inst;
  int64_t offset;
  uint64_t size;
  uint32_t kind;
} GroupMember;

typedef struct Group {
  LLVMValueRef root;
  LLVMValueRef zero; /* what the late check gives */
  int64_t lo, hi;
  Vec(GroupMember) members;
} Group;

/* In the map of groups, alone or added to a group in the same block: checked with an
 * access before it. */
enum { GROUP_AWAY = 1 };

typedef struct Guard {
  Arena *arena;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTargetDataRef layout;
  unsigned ptr_size;
  LLVMTypeRef nothing, bit, i32, word, ptr;
  const GuardPlan *plan;
  GuardCounts counts;
  bool late; /* checks are pure functions until the code has been optimised */

  Map bodies;  /* function -> the function that has its code now */
  Map needed;  /* parameter of a body -> 1: its referent is asked for */
  Map texts;   /* hash of a text -> index into text_list */
  Map sites;   /* hash of a site -> its constant */
  Map globals; /* global -> 1 + index into global_list */
  Vec(GlobalEntry) global_list;
  LLVMValueRef apart;  /* metadata: program accesses do not touch the runtime's data */
  unsigned apart_kind; /* "noalias" */
  unsigned tbaa_kind;
  bool poisons; /* calls belay_poison: no access is known to be good */
  bool fills;   /* calls belay_initialised: variables begin with a pattern */

  /* The function at hand. */
  LLVMValueRef function; /* with the code */
  LLVMValueRef entry;    /* the one that others call: the same, or a thunk */
  LLVMValueRef function_name;
  bool returns_pair; /* value and referent */
  bool needs_unwinding;
  LLVMValueRef prologue; /* stands behind the variables' allocas; what is inserted before
                            it runs first */
  LLVMValueRef mark;     /* alloca of i32: stack_next at entry, where that is needed */
  LLVMValueRef va_copy;  /* alloca: the variadic referents, taken on entry */
  Map referents;         /* value -> i32 */
  Map local_of;          /* value -> 1 + index into locals */
  Vec(Local) locals;
  Vec(OpenPhi) open_phis;
  Vec(LLVMValueRef) insts; /* of the original code: what makes a value first */
  Map grouped;             /* access -> GROUP_AWAY or the Group it begins */
  Map replaced;            /* call -> the value that stands for its result now */
} Guard;

static inline uint64_t key_of(const void *pointer) {
  return (uint64_t)(uintptr_t)pointer;
}

/* ---- helpers.c ---- */
extern const char helpers_block_64[], helpers_block_32[];
void helpers_expand(Guard *g, const char *text, VecChar *out);
void helpers_add(Guard *g, VecChar *text);
void helpers_link(Guard *g);
void helpers_finish(Guard *g);
LLVMValueRef helper_call(Guard *g, const char *name, LLVMValueRef *args, unsigned count);
LLVMValueRef runtime_function(Guard *g, const char *name);
LLVMValueRef const_i32(const Guard *g, uint32_t value);
LLVMValueRef const_word(const Guard *g, uint64_t value);
void builder_before(Guard *g, LLVMValueRef inst);
void builder_after(Guard *g, LLVMValueRef inst);
unsigned intrinsic_of(LLVMValueRef inst);
bool intrinsic_named(LLVMValueRef inst, const char *name);

/* ---- late.c ---- */
extern const char late_checks[];
/* Optimises the module while its checks are pure functions, then makes them checks. */
void late_optimise(Guard *g);

/* ---- loops.c ---- */
/* One test in front of a loop for the checks in it. */
typedef struct LoopTests LoopTests;
LoopTests *loops_find(Guard *g, LLVMValueRef function);
/* Adds a check to the test of its loop, where that can be said; `bounds`: of a variable.
 */
void loops_add(LoopTests *s, LLVMValueRef check, bool bounds);
/* Once all are added: that test; NULL: there is none. */
LLVMValueRef loops_test(const LoopTests *s, LLVMValueRef check);

/* ---- pass.c ---- */
/* The blocks of a function: each behind all that lead to it, but for loops; then those
 * that nothing leads to. */
typedef Vec(LLVMBasicBlockRef) BlockList;
BlockList pass_blocks(Arena *arena, LLVMValueRef function);

/* ---- sites.c ---- */
LLVMValueRef site_of(Guard *g, LLVMValueRef inst, uint32_t kind, uint64_t size,
                     const char *name);
LLVMValueRef site_of_variable(Guard *g, LLVMValueRef variable, uint64_t size);
LLVMValueRef site_of_global(Guard *g, LLVMValueRef global, uint64_t size);
LLVMValueRef site_text(Guard *g, const char *text);
LLVMValueRef site_group(Guard *g, LLVMValueRef *sites, const int64_t *offsets,
                        unsigned count);

/* ---- small questions ---- */

static inline bool is_pointer_type(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

static inline bool is_pointer(LLVMValueRef value) {
  return is_pointer_type(LLVMTypeOf(value));
}

static inline const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- lanes.c ---- */

enum { MAX_LANES = 2 };

/* The pointers in a value. */
typedef struct Lanes {
  bool whole;                 /* it is a pointer itself */
  unsigned count;             /* 0: there are none */
  unsigned index[MAX_LANES];  /* which element */
  uint64_t offset[MAX_LANES]; /* in bytes, where it is stored */
} Lanes;

Lanes lanes_of(Guard *g, LLVMTypeRef type);
void lane_remember(Guard *g, LLVMValueRef value, const Lanes *lanes, unsigned lane,
                   LLVMValueRef referent);
LLVMValueRef lane_referent(Guard *g, LLVMValueRef value, const Lanes *lanes,
                           unsigned lane, LLVMValueRef at);
/* At the builder's place: the pointer; where it lies, when the value is stored at `slot`.
 */
LLVMValueRef lane_pointer(Guard *g, LLVMValueRef value, const Lanes *lanes,
                          unsigned lane);
LLVMValueRef lane_address(Guard *g, LLVMValueRef slot, const Lanes *lanes, unsigned lane);
/* The referent of what an extractvalue gives; NULL: not known. */
LLVMValueRef lane_extracted(Guard *g, LLVMValueRef extract);
/* What a body returns: the value, and the referents behind it. */
LLVMTypeRef lanes_result_type(Guard *g, LLVMTypeRef type, const Lanes *lanes);
LLVMValueRef lanes_pack(Guard *g, LLVMValueRef value, const Lanes *lanes,
                        LLVMValueRef at);
/* Results by way of the thread's buffer, at the builder's place; behind a call. */
void lane_set_result(Guard *g, LLVMValueRef function, unsigned lane,
                     LLVMValueRef referent);
void lanes_take_results(Guard *g, LLVMValueRef call, LLVMValueRef callee);

/* ---- bodies.c ---- */

/* A promise that instrumented code does not keep, or that would let LLVM remove a check.
 */
bool is_dropped_attribute(LLVMAttributeRef attribute);
/* "byval": the struct behind the pointer is the parameter; NULL: it is not so. */
LLVMAttributeRef by_value(LLVMValueRef function, unsigned i);
/* Whether the parameter's referent is passed on: it is the caller's pointer. */
bool has_referent(LLVMValueRef function, unsigned i);
void bodies_declare(Guard *g);
void bodies_enter(Guard *g);
void bodies_return(Guard *g, LLVMValueRef inst);
void bodies_emit_thunks(Guard *g);
/* Whether the runtime has a wrapper of this name. */
bool is_wrapped_name(const char *name);

/* ---- referent.c ---- */
/* The pointer without address arithmetic and casts; *offset is the distance in bytes
 * where it is constant, otherwise *constant is false. */
LLVMValueRef root_of(Guard *g, LLVMValueRef pointer, int64_t *offset, bool *constant);
/* An i32; code for it goes before `at` or behind where the pointer is made. */
LLVMValueRef referent_of(Guard *g, LLVMValueRef pointer, LLVMValueRef at);
/* Of an integer that was made from a pointer; NULL: it was not, as far as can be seen. */
LLVMValueRef referent_of_int(Guard *g, LLVMValueRef integer, LLVMValueRef at);
void referents_close_phis(Guard *g);

/* ---- blocks.c ---- */
void blocks_find(Guard *g);
Local *block_local(Guard *g, LLVMValueRef value);
LLVMValueRef block_origin(Guard *g, Local *local, LLVMValueRef at);
bool block_may_be_dead(Guard *g, Local *local, LLVMValueRef at);
void blocks_emit(Guard *g);

/* ---- access.c ---- */
bool access_of(Guard *g, LLVMValueRef inst, Access *access);
bool access_is_excused(const Guard *g, LLVMValueRef inst);
/* Excused, or to be tested against 0 alone: it asks for no referent. */
bool access_is_light(const Guard *g, LLVMValueRef inst);
/* NULL: not a global variable's address. */
LLVMValueRef access_global_behind(LLVMValueRef root);
void access_guard(Guard *g, LLVMValueRef inst);
void access_range(Guard *g, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef size,
                  uint32_t kind);

/* ---- groups.c ---- */
void groups_find(Guard *g);

/* ---- needs.c ---- */
void needs_find(Guard *g);

/* ---- calls.c ---- */
/* The body that a call of the function goes to; NULL: none. */
LLVMValueRef calls_body_of(Guard *g, LLVMValueRef call, LLVMValueRef callee);
void calls_guard(Guard *g, LLVMValueRef call);
void calls_redirect_addresses(Guard *g);

/* ---- globals.c ---- */
/* At the builder's place. */
LLVMValueRef global_origin(Guard *g, LLVMValueRef global);
/* The same of a variable that may be a thread's, and then lies at `address` in this one.
 */
LLVMValueRef global_origin_at(Guard *g, LLVMValueRef global, LLVMValueRef address);
void globals_emit(Guard *g);

#endif
