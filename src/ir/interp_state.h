/* What the files of the interpreter share; nobody else includes this.
 *
 * Values. A register holds the low 64 bits of a value and a word about it: the provenance
 * (an object's id, PROV_ADDRESS, or 0) and whether some of its bits are undefined. The
 * rest of it, the high 64 bits of wide types and the mask of undefined bits, is in a
 * parallel array and is looked at only when the type or the flag says so. So a value that
 * is plain (meta 0) costs one compare, and all the subtle rules are in slow functions
 * that work on the whole of it (Full).
 *
 * Objects. Ids index a table; a dead object keeps its id and its address range as long as
 * any pointer to it is left (see interp_collect). Bytes, definedness and provenance are
 * three arrays, the last two made when they are needed.
 *
 * Functions that return bool give false when the run has ended; it->result then says how.
 */
#ifndef BELAY_IR_INTERP_STATE_H
#define BELAY_IR_INTERP_STATE_H

#include "base/map.h"
#include "ir/interp.h"

/* ---- values ---- */

typedef unsigned __int128 Bits;
typedef __int128 SignedBits;

enum {
  PROV_NONE = 0,
  PROV_ADDRESS = 1, /* no object, but it depends on where objects lie */
  PROV_FIRST = 2,   /* the first object's id */
};
#define VALUE_UNDEF ((uint64_t)1 << 32) /* some bits are undefined: see Extra */

typedef struct Value {
  uint64_t lo;   /* zero above the type's bits */
  uint64_t meta; /* provenance | VALUE_UNDEF */
} Value;

typedef struct Extra {
  uint64_t hi;                 /* types of more than 64 bits */
  uint64_t undef_lo, undef_hi; /* with VALUE_UNDEF; undef_hi only for wide types */
} Extra;

typedef struct Full {
  Bits bits;
  Bits undef; /* 1: this bit is undefined; `bits` holds what was chosen for it */
  uint32_t prov;
} Full;

static inline uint32_t value_prov(const Value *v) { return (uint32_t)v->meta; }
static inline bool value_is_undef(const Value *v) { return v->meta >> 32 != 0; }

static inline uint64_t mask64(unsigned bits) { return ~(uint64_t)0 >> (64 - bits); }
static inline Bits mask_bits(unsigned bits) { return ~(Bits)0 >> (128 - bits); }
static inline int64_t sign64(uint64_t x, unsigned bits) {
  return (int64_t)(x << (64 - bits)) >> (64 - bits);
}
static inline SignedBits sign_bits(Bits x, unsigned bits) {
  return (SignedBits)(x << (128 - bits)) >> (128 - bits);
}

/* ---- decoded functions ---- */

/* Operands: >= 0 a register of the frame, < 0 the constant ~operand. */
typedef struct Code {
  uint16_t op;  /* Op or CodeOp */
  uint8_t bits; /* width of the result; icmp, fcmp, store: of the operands */
  uint8_t aux; /* casts: width of the operand; icmp, fcmp: predicate; addr: index width */
  int32_t dest; /* register, -1 for none */
  int32_t a, b, c;
  uint32_t inst; /* the instruction it was made from */
  int64_t imm;   /* jumps: first edge; else as in Inst, or CODE_* flags */
} Code;

/* Codes beside those of ops.def. Where a list is needed, b is its start in
 * FunctionCode.lists and c its length. */
typedef enum CodeOp {
  CODE_UNDEF = OP_COUNT, /* dest becomes a new undefined value */
  CODE_EVAL,             /* any VALUE instruction, by interp_eval: wide or checked */
  CODE_ASSIGN,           /* dest = a (<= 64 bits) */
  CODE_ADDR_CONST,       /* a + imm */
  CODE_ADDR_INDEX,       /* a + imm + b * c, c a number */
  CODE_ADDR_SUM,         /* a + imm + list of: operand, width, scale (two entries) */
  CODE_LOAD1,
  CODE_LOAD2,
  CODE_LOAD4,
  CODE_LOAD8,
  CODE_STORE1,
  CODE_STORE2,
  CODE_STORE4,
  CODE_STORE8,
  CODE_EQ,
  CODE_NE,
  CODE_ULT,
  CODE_ULE,
  CODE_SLT,
  CODE_SLE, /* as IcmpPred */
  CODE_F64_ADD,
  CODE_F64_SUB,
  CODE_F64_MUL,
  CODE_F64_DIV,
  CODE_F64_COMPARE,   /* aux: FcmpPred */
  CODE_CALL_FUNCTION, /* a: function id; the arguments fit */
  CODE_COUNT
} CodeOp;

enum {
  CODE_NSW = 1,      /* stop at signed overflow */
  CODE_LOW_BITS = 2, /* and, urem: the operand is an address but for a constant */
};

/* One phi's assignment on an edge. */
typedef struct Move {
  int32_t dest, source;
  uint32_t inst; /* the phi */
  bool wide;     /* copy the Extra too */
  bool undef;    /* no source: a new undefined value */
} Move;

typedef struct Edge {
  const Code *target;
  uint32_t moves, move_count; /* FunctionCode.moves, to be done in order */
} Edge;

/* A switch: the case values in rising order. */
typedef struct SwitchCase {
  Bits value;
  uint32_t edge;
} SwitchCase;

typedef struct FunctionCode {
  Fn fn;
  uint32_t slot_count;
  const int32_t *slots; /* register of each value, by local number; -1 for none */
  uint32_t param_count;
  bool wide_params; /* some parameter has more than 64 bits */
  const Code *code; /* starts with the entry block */
  const Edge *edges;
  const Move *moves;
  const int32_t *lists;
  const SwitchCase *cases;
} FunctionCode;

/* ---- objects ---- */

typedef enum Life {
  LIFE_ALIVE,
  LIFE_FREED,    /* free, realloc, kill */
  LIFE_SCOPE,    /* scope.end, stack.restore, or scope.begin did not come yet */
  LIFE_RETURNED, /* the function returned */
} Life;

enum {
  OBJECT_READ_ONLY = 1,
  OBJECT_EXTERN = 2,   /* content unknown: undefined bits are somebody else's values */
  OBJECT_EXPOSED = 4,  /* a pointer to it went to memory or out of its function */
  OBJECT_MIXED = 8,    /* some word of `prov` has PROV_MIXED */
  OBJECT_UNBORN = 16,  /* stack: scope.begin did not come yet */
  OBJECT_FREE_ID = 32, /* the id is not in use */
};

/* In Object.prov: the bytes of the word differ; the rest is an index into Interp.mixed.
 */
#define PROV_MIXED 0x80000000u

typedef struct Object {
  uint64_t base, size;
  uint64_t read_limit; /* size when every read inside it is plain, else 0 */
  uint64_t write_limit;
  uint8_t *bytes;   /* NULL when dead */
  uint8_t *defined; /* one bits are defined; NULL: all are */
  uint32_t *prov;   /* provenance of each aligned word; NULL: none */
  uint8_t kind;     /* ObjectKind */
  uint8_t life;     /* Life */
  uint8_t flags;    /* OBJECT_* */
  uint8_t align;    /* log2 of what the source language promises */
} Object;
_Static_assert(sizeof(Object) == 64, "an object is one cache line");

/* Where something was done: 0 unknown, TRACE_INST | instruction, or a node's index. */
typedef uint32_t Trace;
#define TRACE_INST 0x80000000u

typedef struct TraceNode {
  Trace caller; /* the call of the function that `inst` is in */
  uint32_t inst;
} TraceNode;

/* The parts of an object that no access needs. */
typedef struct ObjectCold {
  Trace made, ended;
  uint32_t source;   /* alloca or alloc instruction, global or function id */
  uint32_t mark;     /* the last search that reached it */
  uint32_t position; /* stack: index into Interp.stack */
  uint8_t *fixed;    /* one bits, if undefined, have their value; NULL: none */
} ObjectCold;

typedef struct MixedWord {
  uint32_t prov[8];
} MixedWord;

typedef struct HeapEntry {
  uint64_t base;
  uint32_t id;
} HeapEntry;

/* ---- frames ---- */

typedef struct FrameChunk {
  struct FrameChunk *previous, *next;
  size_t size, used;
  _Alignas(16) char data[];
} FrameChunk;

typedef struct Activation {
  struct Activation *caller;
  const FunctionCode *code;
  const Code *ip; /* the call, while a callee runs */
  Value *regs;
  Extra *extras;
  FrameChunk *chunk;
  uint64_t stack_address; /* Interp.stack_next at entry */
  uint32_t objects;       /* Interp.stack.len at entry */
  uint32_t bytes;         /* of the chunk */
  Trace trace;            /* of the call that made it; 0: not asked yet */
} Activation;

/* ---- the state of a run ---- */

#define POOL_CLASSES 32

typedef struct Interp {
  bool unheld; /* a register may hold a block that its variable does not hold any more */
  Map lives;   /* function -> Live, of those that a run ended in */
  const Program *program;
  const RunOptions *options;
  Arena *arena; /* the caller's: what the result points to */
  Arena *own;   /* freed at the end */
  RunResult *result;
  uint64_t ptr_mask;
  unsigned ptr_bytes;
  uint64_t steps, next_poll;

  Activation *top;
  FrameChunk *chunk;
  uint32_t depth, max_depth;
  FunctionCode **codes; /* by function id, NULL until called */
  Value *consts;
  Extra *const_extras;

  Object *objects; /* by id */
  ObjectCold *cold;
  uint32_t object_count, object_cap;
  uint32_t dead_count; /* dead objects whose ids are in use */
  uint32_t dead_limit; /* when to look for ids without pointers */
  uint32_t heap_alive; /* blocks that can be lost */
  uint64_t live_bytes;
  uint64_t heap_next, heap_end, stack_next, stack_end; /* addresses */
  uint64_t stack_floor; /* addresses below are taken for good (32 bit) */
  Vec(uint32_t) free_ids;
  Vec(uint32_t) stack; /* ids of the stack objects of all frames, oldest first */
  Vec(HeapEntry) heap; /* blocks by rising address, dead ones too until collected */
  Vec(MixedWord) mixed;
  Vec(uint32_t) free_mixed;
  uint32_t *global_objects; /* by global id */
  uint32_t *function_objects;
  uint64_t fixed_end;   /* addresses of globals and functions end here */
  Vec(HeapEntry) fixed; /* globals and functions by rising address */
  void *pool_free[POOL_CLASSES];
  char *pool_chunk, *pool_chunk_end;
  Vec(void *) pool_chunks;

  Vec(TraceNode) traces;
  Map trace_ids;
  Vec(Activation *) pending; /* of interp_trace */

  Map queues;           /* instruction -> 1 + index of its next choice */
  uint32_t *queue_next; /* 1 + index of the choice after this one in its queue */
  uint32_t common_next; /* 1 + index; 0: empty */
  int argument;         /* argv.length was asked for this many */
  size_t argument_byte;

  uint32_t mark;
  Vec(uint32_t) mark_stack;
  uint64_t mark_work;   /* what searches cost so far, in objects, words, registers */
  uint64_t mark_last;   /* what the last one cost */
  uint64_t next_mark;   /* in steps: no search before */
  uint64_t clean_steps; /* nothing was lost here */
  bool quiet;           /* eager, further run: the first search is still to come */
  bool skipped;         /* something may have been lost since, nobody searched */
  bool lost_unknown;    /* the leak found may have happened before lost_at */
} Interp;

/* ---- registers (inline) ---- */

static inline const Value *interp_value(const Interp *it, int32_t operand) {
  return operand >= 0 ? &it->top->regs[operand] : &it->consts[~operand];
}
static inline const Extra *interp_extra(const Interp *it, int32_t operand) {
  return operand >= 0 ? &it->top->extras[operand] : &it->const_extras[~operand];
}

static inline Full interp_get(const Interp *it, int32_t operand, unsigned bits) {
  const Value *v = interp_value(it, operand);
  Full full = {v->lo, 0, value_prov(v)};
  if (bits <= 64 && !value_is_undef(v)) return full;
  const Extra *e = interp_extra(it, operand);
  if (bits > 64) full.bits |= (Bits)e->hi << 64;
  if (value_is_undef(v))
    full.undef = e->undef_lo | (bits > 64 ? (Bits)e->undef_hi << 64 : 0);
  return full;
}

static inline void interp_set(Interp *it, int32_t dest, Full full, unsigned bits) {
  Value *v = &it->top->regs[dest];
  Extra *e = &it->top->extras[dest];
  v->lo = (uint64_t)full.bits;
  v->meta = full.prov | (full.undef ? VALUE_UNDEF : 0);
  if (bits > 64) e->hi = (uint64_t)(full.bits >> 64);
  if (!full.undef) return;
  e->undef_lo = (uint64_t)full.undef;
  e->undef_hi = (uint64_t)(full.undef >> 64);
}

static inline void interp_set_plain(Interp *it, int32_t dest, uint64_t bits) {
  it->top->regs[dest] = (Value){bits, 0};
}

/* ---- interp_code.c: decoding ---- */

/* The decoded form of a function with a body, made at its first call. */
const FunctionCode *interp_decode(Interp *it, Fn fn);
/* A constant of more than 64 bits needs its Extra. */
bool interp_type_is_wide(const Program *p, Type type);

/* ---- interp_stop.c: how runs end ---- */

bool interp_stop(Interp *it, RunEnd end, uint32_t inst, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

typedef struct Broken {
  CheckKind kind;
  Cause cause;
  uint32_t object; /* 0: none */
  uint64_t address, bytes;
} Broken;

bool interp_violation(Interp *it, uint32_t inst, Broken broken);
/* A leak: the block, and the instruction after which it was gone (IR_NONE: not known). */
bool interp_leak_violation(Interp *it, CheckKind kind, uint32_t object, uint32_t lost_at);
/* The current stack, ending with this instruction of the top frame. */
Trace interp_trace(Interp *it, uint32_t inst);
uint32_t interp_trace_inst(const Interp *it, Trace trace);

/* ---- interp_object.c: objects and their bytes ---- */

void interp_objects_start(Interp *it);
void interp_objects_end(Interp *it);
/* Give 0 when the run ended. `defined`: the bytes start as zeros, else as undefined. */
uint32_t interp_heap_object(Interp *it, uint32_t inst, uint64_t size, bool defined);
uint32_t interp_stack_object(Interp *it, uint32_t inst, uint64_t size, uint64_t align,
                             bool born);
/* A stack object that was made unborn, or whose scope ended, starts a life: gives the id
 * of the new one, 0 when the run ended. */
uint32_t interp_stack_reborn(Interp *it, uint32_t inst, uint32_t id);
void interp_kill(Interp *it, uint32_t id, Life life, Trace where);
/* The id of a dead object is free again. */
void interp_forget(Interp *it, uint32_t id);
/* The live object that holds this address, 0 when there is none. */
uint32_t interp_object_at(Interp *it, uint64_t address);
/* Definedness as an array, for objects that had none. */
void interp_need_defined(Interp *it, Object *o);
/* Which of the bits of n <= 16 bytes have a value though they are undefined. */
Bits interp_fixed(const Interp *it, const Object *o, uint64_t offset, unsigned n);
/* These bits of n <= 16 bytes keep from now on, where undefined, the value they have. */
void interp_fix(Interp *it, Object *o, uint64_t offset, unsigned n, Bits which);
/* Which of the bits are fixed goes along with bytes that are copied. */
void interp_fix_copy(Interp *it, Object *to, uint64_t to_offset, const Object *from,
                     uint64_t from_offset, uint64_t n);
/* Provenance as an array, for objects that had none. */
void interp_need_prov(Interp *it, Object *o);

/* ---- interp_prov.c: provenance in memory ---- */

uint32_t interp_prov_at(const Interp *it, const Object *o, uint64_t offset);
/* That of a value read from these bytes. */
uint32_t interp_prov_read(const Interp *it, const Object *o, uint64_t offset, uint64_t n);
/* Whether a pointer to a heap block was overwritten. */
bool interp_prov_write(Interp *it, Object *o, uint64_t offset, uint64_t n, uint32_t prov);
bool interp_prov_copy(Interp *it, Object *to, uint64_t to_offset, const Object *from,
                      uint64_t from_offset, uint64_t n);
void interp_prov_free(Interp *it, Object *o);

/* ---- interp_access.c: checks, load, store, copy, fill ---- */

/* The object and offset for an access to n > 0 bytes; 0 when the run ended. */
uint32_t interp_check(Interp *it, uint32_t inst, CheckKind kind, int32_t pointer,
                      uint64_t n, uint64_t *offset);
bool interp_load(Interp *it, const Code *code);
bool interp_store(Interp *it, const Code *code);
bool interp_copy(Interp *it, const Code *code);
bool interp_fill(Interp *it, const Code *code);
/* The object that a pointer means when it is not dereferenced, 0 for none. */
uint32_t interp_pointee(Interp *it, const Value *pointer);

/* ---- interp_heap.c, interp_stack.c ---- */

bool interp_alloc(Interp *it, const Code *code);
bool interp_realloc(Interp *it, const Code *code);
bool interp_free(Interp *it, const Code *code);
bool interp_kill_static(Interp *it, const Code *code);
bool interp_objsize(Interp *it, const Code *code);
bool interp_alloca(Interp *it, const Code *code);
bool interp_scope_begin(Interp *it, const Code *code);
bool interp_scope_end(Interp *it, const Code *code);
bool interp_stack_save(Interp *it, const Code *code);
bool interp_stack_restore(Interp *it, const Code *code);
bool interp_varargs(Interp *it, const Code *code);

/* ---- interp_value.c, interp_compare.c, interp_float.c, interp_math.c ---- */

/* Any VALUE instruction but phi, part, math; with all rules. */
bool interp_eval(Interp *it, const Code *code);
Full interp_compare(Interp *it, unsigned bits, IcmpPred pred, Full a, Full b);
/* Float arithmetic, conversions, comparison. */
bool interp_float(Interp *it, const Code *code);
/* What interp_math wants in Code.imm for a libm function; 0 for one that is not there. */
int64_t interp_math_function(const char *name);
bool interp_math(Interp *it, const Code *code);
bool interp_float_holds(FcmpPred pred, long double a, long double b);
bool interp_format_float(Interp *it, const Code *code);
/* The bits of an operand for a decision (branch, size, index): notes what the run now
 * depends on. */
uint64_t interp_use(Interp *it, int32_t operand);
Full interp_undefined(Interp *it, uint32_t inst, Type type);

/* ---- interp_world.c: choices, input, output ---- */

void interp_choices_start(Interp *it);
/* The next choice of this instruction, noted in the result. */
Bits interp_choose(Interp *it, ChoiceKind kind, Type type, uint32_t inst);

/* ---- interp_path.c; the run is at `edge` of the jump, or made its latest choice ---- */

void interp_path_branch(Interp *it, const Code *jump, int64_t edge);
void interp_path_choice(Interp *it, Val at);
bool interp_input(Interp *it, const Code *code);
bool interp_output(Interp *it, const Code *code);

/* ---- interp_call.c: calls and returns ---- */

bool interp_enter(Interp *it, const FunctionCode *callee);
/* The frame and all of its objects go; `inst` is the return. */
void interp_leave(Interp *it, uint32_t inst);
/* To a function that the call's operands are known to fit. */
bool interp_call_function(Interp *it, const Code *code);
bool interp_call(Interp *it, const Code *code);
/* From the outermost frame it ends the run. */
bool interp_return(Interp *it, const Code *code);
/* Whether the operands and the result of a call fit this function. */
bool interp_call_fits(const Program *p, uint32_t inst, Fn fn);
void interp_frames_end(Interp *it);

/* ---- interp_leak.c: reachability ---- */

/* After something that may have dropped the last pointer to a block. */
bool interp_leak_search(Interp *it, uint32_t inst);
static inline bool interp_leak_event(Interp *it, uint32_t inst) {
  if (it->steps < it->next_mark) return it->skipped = true;
  return interp_leak_search(it, inst);
}
/* When the program ends. */
bool interp_leak_end(Interp *it, uint32_t inst);
/* Of abort: only that nothing is allocated any more. */
bool interp_cleanup_end(Interp *it);
/* When it ends otherwise, if leaks are to be found eagerly. */
bool interp_leak_stop(Interp *it);
/* Frees the ids of dead objects that no pointer is left to. */
void interp_collect(Interp *it);

#endif
