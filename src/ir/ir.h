/* The program representation that every engine works on: SSA form in flat arrays, 32-bit
 * ids, sizes instead of types, one address instruction. Reading needs this header alone;
 * build.h makes programs, text.h prints and parses them, verify.h checks them, and graph
 * structure (dominators, loops, call graph, liveness) is in cfg.h, dom.h, loops.h,
 * callgraph.h and live.h.
 *
 * Numbering. Instructions of a function are contiguous, first its parameters (OP_PARAM,
 * in no block's list), then block after block in block order; so `value id -
 * function.first` is a dense local number. Constants live in a table of their own. A
 * program is not changed after it was built: a pass that removes instructions builds a
 * new one (see Inst.origin). */
#ifndef BELAY_IR_IR_H
#define BELAY_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"

/* ---- ids ---- */

/* A value: an instruction, or (top bit set) a constant. VAL_NONE is neither. */
typedef struct Val {
  uint32_t id;
} Val;
typedef struct Blk {
  uint32_t id;
} Blk;
typedef struct Fn {
  uint32_t id;
} Fn;
typedef struct Glob {
  uint32_t id;
} Glob;

#define IR_NONE UINT32_MAX
#define VAL_CONST_BIT 0x80000000u
#define VAL_NONE ((Val){IR_NONE})
#define BLK_NONE ((Blk){IR_NONE})
#define FN_NONE ((Fn){IR_NONE})

static inline bool val_none(Val v) { return v.id == IR_NONE; }
static inline bool val_is_const(Val v) {
  return (v.id & VAL_CONST_BIT) && v.id != IR_NONE;
}
static inline bool val_is_inst(Val v) { return !(v.id & VAL_CONST_BIT); }
static inline bool val_eq(Val a, Val b) { return a.id == b.id; }
static inline uint32_t val_const_index(Val v) { return v.id & ~VAL_CONST_BIT; }

/* ---- types: a kind and a number of bits ---- */

typedef struct Type {
  uint16_t code; /* kind << 12 | bits */
} Type;

typedef enum TypeKind {
  TYPE_VOID,  /* bits 0 */
  TYPE_INT,   /* i1 .. i128 */
  TYPE_PTR,   /* bits 0: as wide as the program's addresses */
  TYPE_FLOAT, /* f32, f64, f80 */
} TypeKind;

static inline TypeKind type_kind(Type t) { return (TypeKind)(t.code >> 12); }
static inline Type type_make(TypeKind kind, unsigned bits) {
  return (Type){(uint16_t)(kind << 12 | bits)};
}
static inline Type type_void(void) { return type_make(TYPE_VOID, 0); }
static inline Type type_int(unsigned bits) { return type_make(TYPE_INT, bits); }
static inline Type type_ptr(void) { return type_make(TYPE_PTR, 0); }
static inline Type type_float(unsigned bits) { return type_make(TYPE_FLOAT, bits); }
static inline bool type_eq(Type a, Type b) { return a.code == b.code; }
static inline bool type_is_ptr(Type t) { return type_kind(t) == TYPE_PTR; }
static inline bool type_is_int(Type t) { return type_kind(t) == TYPE_INT; }
static inline bool type_is_float(Type t) { return type_kind(t) == TYPE_FLOAT; }
static inline bool type_is_void(Type t) { return type_kind(t) == TYPE_VOID; }

/* ---- instructions ---- */

typedef enum Op {
#define OP(name, text, class, help) OP_##name,
#include "ir/ops.def"
  OP_COUNT
} Op;

typedef enum OpClass {
  OP_CLASS_VALUE,
  OP_CLASS_MEMORY,
  OP_CLASS_EFFECT,
  OP_CLASS_CONTROL
} OpClass;

const char *op_text(Op op);
const char *op_help(Op op);
OpClass op_class(Op op);
static inline bool op_is_terminator(Op op) { return op >= OP_BR; }

/* Predicates of icmp. (x > y is written y < x: there are no others.) */
typedef enum IcmpPred {
  ICMP_EQ,
  ICMP_NE,
  ICMP_ULT,
  ICMP_ULE,
  ICMP_SLT,
  ICMP_SLE,
  ICMP_COUNT
} IcmpPred;
/* Predicates of fcmp: `o` is false and `u` is true when an operand is a NaN. */
typedef enum FcmpPred {
  FCMP_FALSE,
  FCMP_OEQ,
  FCMP_OGT,
  FCMP_OGE,
  FCMP_OLT,
  FCMP_OLE,
  FCMP_ONE,
  FCMP_ORD,
  FCMP_UNO,
  FCMP_UEQ,
  FCMP_UGT,
  FCMP_UGE,
  FCMP_ULT,
  FCMP_ULE,
  FCMP_UNE,
  FCMP_TRUE,
  FCMP_COUNT
} FcmpPred;
const char *icmp_text(IcmpPred pred);
const char *fcmp_text(FcmpPred pred);

/* Inst.flags */
enum {
  INST_NSW = 1,          /* add sub mul shl: signed overflow is a source-level error */
  INST_ZERO = 2,         /* alloc: the block is zeroed */
  INST_STATIC = 4,       /* alloc: made by a model, neither freed nor leaked */
  INST_VOLATILE = 8,     /* load, store: volatile in the source */
  INST_SCALAR_COPY = 16, /* copy: a struct assignment, not a call of memcpy */
  INST_NO_CHECK = 32,    /* load, store: safe by construction, not in the ledger */
  INST_UNKNOWN = 64,     /* alloc: nobody knows the size, an access is unsupported */
};

/* A place in the source. */
typedef struct Pos {
  Sym file;              /* as given to the compiler; empty when unknown */
  uint32_t line, column; /* from 1; 0 when unknown */
} Pos;

typedef struct Inst {
  uint8_t op;    /* Op */
  uint8_t pred;  /* icmp, fcmp */
  uint8_t flags; /* INST_* */
  Type type;     /* of the result; void when there is none. load: what is read */
  uint32_t args; /* its operands are operands.data[args .. args + arg_count) */
  uint32_t arg_count;
  int64_t imm;  /* param: number; addr: constant part; alloca: alignment; part: number */
  Blk block;    /* a parameter's is the entry block (which does not list it) */
  uint32_t pos; /* index into positions; 0 is "unknown" */
  Sym name;     /* source or compiler name of the value, empty when it has none */
  Sym sym;      /* math: function; input: source; opaque, abort: reason */
  Val origin;   /* the instruction of the unsliced program; itself in that one */
} Inst;

typedef enum ConstKind {
  CONST_INT,    /* lo, hi: two's complement, zero above the type's bits */
  CONST_FLOAT,  /* lo, hi: the bit pattern */
  CONST_NULL,   /* pointer 0 */
  CONST_UNDEF,  /* any value, a new one at each evaluation */
  CONST_GLOBAL, /* address of global `index` + (int64)lo; type ptr or an integer */
  CONST_FUNC,   /* address of function `index`; type ptr or an integer */
} ConstKind;

typedef struct Const {
  uint8_t kind; /* ConstKind */
  Type type;
  uint32_t index; /* Glob or Fn id */
  uint64_t lo, hi;
} Const;

typedef struct Block {
  Fn fn;
  Sym name;
  uint32_t first,
    count; /* instructions first .. first + count; phis first, terminator last */
  uint32_t succs,
    succ_count; /* edges.data[succs ..]: block ids, in the terminator's order */
  uint32_t preds, pred_count; /* edges.data[preds ..]: one entry an edge, so a block may
                                 be there twice; phi operands are in this order */
} Block;

enum {
  FN_EXTERN = 1, /* no body: an unknown function (first_block and blocks are 0) */
  FN_VARIADIC = 2,
  FN_MODEL = 4, /* from models/, not from the user's program */
  FN_NORETURN = 8,
  FN_ADDRESS_TAKEN = 16,
  FN_LIVES_LONGER = 32, /* a local may end before its marker says so; see lives.c */
};

typedef struct Function {
  Sym name;
  uint32_t flags;
  Vec(Type) params;
  Vec(Type) results; /* none, one, or several (see OP_PART) */
  uint32_t first,
    inst_count; /* value ids first .. first + inst_count, parameters included */
  uint32_t first_block,
    block_count; /* the entry block is the first one; it has no preds */
  uint32_t pos;
} Function;

enum {
  GLOB_CONST = 1,  /* read-only: a write is a broken check */
  GLOB_EXTERN = 2, /* defined elsewhere: content unknown */
  GLOB_STRING = 4, /* a string literal */
  GLOB_MODEL = 8,
  GLOB_LOCAL_STATIC = 16, /* a static local of a function */
};

/* A pointer inside a global's initial bytes. */
typedef struct Reloc {
  uint64_t offset;
  Val target; /* a constant: CONST_GLOBAL or CONST_FUNC */
} Reloc;

typedef struct Global {
  Sym name;
  uint32_t flags;
  uint64_t size; /* bytes */
  uint32_t align;
  uint8_t *bytes;    /* `size` bytes, or NULL when all are zero (or GLOB_EXTERN) */
  Vec(Reloc) relocs; /* by rising offset */
  uint32_t pos;
} Global;

/* Id 0 of positions is unknown. All vectors are in insertion order, ids are indices. */
typedef struct Program {
  Arena *arena;
  Intern *names;
  unsigned ptr_bits; /* 32 or 64 */
  Fn entry;          /* where a run starts: takes no parameters; FN_NONE for a library */
  Vec(Inst) insts;
  Vec(Const) consts;
  Vec(Val) operands;
  Vec(uint32_t) edges;
  Vec(Block) blocks;
  Vec(Function) functions;
  Vec(Global) globals;
  Vec(Pos) positions;
  Vec(Sym) assumptions;       /* what a verdict rests on beyond the semantics, in words */
  struct SourceInfo *source;  /* names of the source, see source.h; NULL: nobody asked */
  struct BuildTables *tables; /* build.c only: what equal constants and positions share */
  Vec(void *) llvm_globals;   /* frontend only: the LLVM value of globals[i], or NULL */
  void **llvm; /* frontend only: the LLVM value of insts[i], or NULL; NULL when there are
                  none */
} Program;

/* ---- reading ---- */

static inline const Inst *ir_inst(const Program *p, Val v) {
  return &p->insts.data[v.id];
}
static inline const Const *ir_const(const Program *p, Val v) {
  return &p->consts.data[val_const_index(v)];
}
static inline const Block *ir_block(const Program *p, Blk b) {
  return &p->blocks.data[b.id];
}
static inline const Function *ir_function(const Program *p, Fn f) {
  return &p->functions.data[f.id];
}
static inline const Global *ir_global(const Program *p, Glob g) {
  return &p->globals.data[g.id];
}
static inline Val ir_arg(const Program *p, const Inst *i, uint32_t n) {
  return p->operands.data[i->args + n];
}
static inline Blk ir_succ(const Program *p, const Block *b, uint32_t n) {
  return (Blk){p->edges.data[b->succs + n]};
}
static inline Blk ir_pred(const Program *p, const Block *b, uint32_t n) {
  return (Blk){p->edges.data[b->preds + n]};
}
static inline Val ir_block_inst(const Block *b, uint32_t n) {
  return (Val){b->first + n};
}
static inline Val ir_terminator(const Block *b) { return (Val){b->first + b->count - 1}; }
static inline bool ir_function_has_body(const Function *f) { return f->block_count > 0; }
static inline const char *ir_text(const Program *p, Sym sym) {
  return intern_text(p->names, sym);
}
static inline const Pos *ir_pos(const Program *p, uint32_t pos) {
  return &p->positions.data[pos];
}

/* Of any value, instruction or constant. */
Type ir_type(const Program *p, Val v);
/* Bits of a value of this type; pointers as wide as addresses. */
unsigned ir_type_bits(const Program *p, Type t);
/* Bytes that a load or store of this type touches: i1 1, i24 3, f80 10, ... */
unsigned ir_type_bytes(const Program *p, Type t);
/* The function an instruction or parameter belongs to. */
Fn ir_fn_of(const Program *p, Val v);
/* FN_NONE when the callee of this call is not a known function. */
Fn ir_direct_callee(const Program *p, const Inst *call);
/* FN_NONE when there is none of that name. */
Fn ir_find_function(const Program *p, const char *name);
/* Whether v is an integer constant; its value, sign-extended (<= 64 bits only). */
bool ir_const_int(const Program *p, Val v, int64_t *value);
/* "file.c:12:3" or "?" */
const char *ir_pos_text(const Program *p, uint32_t pos, Arena *arena);
/* The bytes an alloca makes or alloc asks for, when constant. */
bool ir_alloc_size(const Program *p, const Inst *alloc, uint64_t *bytes);

#define ir_each_function(p, f) for (Fn f = {0}; f.id < (p)->functions.len; f.id++)
#define ir_each_block(p, function, b)     \
  for (Blk b = {(function)->first_block}; \
       b.id < (function)->first_block + (function)->block_count; b.id++)
#define ir_each_inst(block, v) \
  for (Val v = {(block)->first}; v.id < (block)->first + (block)->count; v.id++)

#endif
