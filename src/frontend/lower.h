/* What the files of the lowering share: LLVM's modules on one side, the Program under
 * construction on the other. Private to this folder.
 *
 * An LLVM value of any type is a list of scalars, its lanes: one for a scalar, several
 * for a struct, an array or a vector, none for void and {}. */
#ifndef BELAY_FRONTEND_LOWER_H
#define BELAY_FRONTEND_LOWER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/map.h"
#include "frontend/frontend.h"
#include "ir/build.h"

/* ---- types (types.c) ---- */

typedef struct Lane {
  Type type;
  uint64_t offset; /* in memory, from the start of the whole value */
} Lane;

typedef struct Layout {
  bool known;      /* false: nothing that a program of ours can hold */
  bool bit_packed; /* a vector whose elements share bytes: has no lane-wise memory form */
  bool exotic;     /* has a lane that stands for bits we cannot compute with (half, fp128,
                      integers of more than 128 bits): it can be moved, not calculated */
  uint32_t count;
  Lane *lanes;
  uint64_t size; /* bytes in memory, padding at the end included */
  uint32_t align;
} Layout;

typedef struct Vals {
  uint32_t count;
  Val v[];
} Vals;

/* ---- what a name of the program means (library.c, intrinsics.c) ---- */

typedef struct Lower Lower;
/* How to lower a call of a known function: one row of a table. */
typedef struct Call Call;
typedef struct Known {
  const char *name;
  const Vals *(*lower)(Lower *l, const struct Known *known, const Call *call);
  /* Lane by lane instead; `args` are that lane's operands (a scalar operand is every
   * lane's). Exactly one of the two is set. */
  Val (*lower_lane)(Lower *l, const struct Known *known, const Val *args, Type type);
  int detail;       /* an Op, a flag, ... as the function likes */
  const char *text; /* a C function's name, a reason, ... */
} Known;

/* A call of something known, its arguments already lanes. */
struct Call {
  const char *name;  /* the C or intrinsic function */
  LLVMValueRef inst; /* NULL in the body made for a function whose address is taken */
  LLVMTypeRef type;  /* function type of the call */
  const Layout *result;
  uint32_t count;
  const Vals **args;
};

typedef enum TargetKind {
  TARGET_BODY,      /* a function with a body, from the program or from the models */
  TARGET_KNOWN,     /* an operation of the IR: library.c */
  TARGET_MATH,      /* a function of libm: OP_MATH */
  TARGET_INTRINSIC, /* LLVM's own: intrinsics.c */
  TARGET_EXTERN,    /* nobody knows */
} TargetKind;

typedef struct Target {
  TargetKind kind;
  LLVMValueRef function; /* the definition for BODY, the declaration otherwise */
  const Known *known;    /* KNOWN, INTRINSIC; NULL for an intrinsic that is not handled */
} Target;

/* ---- state ---- */

typedef Vec(Val) VecVals;

typedef struct PhiDraft {
  LLVMValueRef phi;
  uint32_t block;
  const Vals *lanes; /* reserved */
  VecVals *args;     /* one vector a lane */
  VecU32 preds;      /* in step with each of args */
} PhiDraft;

/* A value that the block `pred` hands to a phi. */
typedef struct PhiEdge {
  uint32_t phi; /* index into phis */
  LLVMValueRef value;
  uint32_t next; /* 1 + index of the next one from the same block; 0 ends */
} PhiEdge;

/* An instruction of ours and the LLVM instruction it was made for. */
typedef struct Emitted {
  Val val;
  LLVMValueRef inst;
} Emitted;

struct Lower {
  Arena *arena;   /* the program's */
  Arena *scratch; /* of the function being lowered */
  const FrontendOptions *options;
  Program *p;
  LLVMContextRef context;
  LLVMModuleRef user, models; /* models: NULL when there are none */
  LLVMTargetDataRef layout;
  Type word; /* integer as wide as a pointer */
  bool x86;  /* the only targets whose va_list we know */
  unsigned byval_kind, noreturn_kind, tbaa_struct_kind, align_kind;

  Map types;             /* LLVMTypeRef -> Layout * */
  Map targets;           /* LLVM function -> Target * */
  Map functions;         /* LLVM function -> 1 + Fn */
  Map globals;           /* LLVM global -> 1 + Glob */
  Map constants;         /* LLVM constant -> Vals *, of those that need no instruction */
  Map symbols;           /* Sym of a function or global -> 1: taken */
  Map locations;         /* LLVM debug location -> position */
  const char *last_file; /* LLVM's name of a file, and what it is for us */
  Sym last_file_symbol;
  Map block_numbers; /* LLVM block whose address is taken -> its number, from 1 */
  Map assumed;       /* Sym of an assumption -> 1 */
  Vec(LLVMValueRef) body_queue; /* functions to lower */
  uint32_t body_next;
  Vec(LLVMValueRef) global_queue; /* globals whose content is still to come */
  uint32_t global_next;

  /* The function being lowered. */
  Builder *b;
  Fn fn;
  LLVMValueRef current; /* the instruction; NULL in made-up code */
  uint32_t pos;
  Vec(Type) val_types; /* by provisional value */
  Map values;          /* LLVM instruction or parameter -> Vals * */
  Map blocks;          /* LLVM block -> 1 + block number */
  Vec(PhiDraft) phis;
  Vec(PhiEdge) phi_edges;
  VecU32 block_edges;   /* block number -> 1 + first of its phi_edges */
  Map byvals;           /* operand (its use) that is a struct by value -> its alloca */
  Vec(Emitted) emitted; /* for Program.llvm */
  uint32_t llvm_cap;    /* of Program.llvm */
};

/* ---- types.c ---- */

const Layout *type_layout(Lower *l, LLVMTypeRef type);
/* The single lane's type; void when there is not exactly one lane. */
Type type_scalar(Lower *l, LLVMTypeRef type);
/* The lanes that an index path (of extractvalue) selects: first one, and their number. */
bool type_lane_range(Lower *l, LLVMTypeRef type, const unsigned *path, unsigned count,
                     uint32_t *first, uint32_t *lanes);
uint64_t type_size(Lower *l, LLVMTypeRef type);

/* ---- lower.c: emission and values ---- */

Vals *vals_new(Lower *l, uint32_t count);
const Vals *vals_one(Lower *l, Val v);
const Vals *lower_operand(Lower *l, LLVMValueRef v);
/* Its single lane; undef of `otherwise` when it has not exactly one. */
Val lower_scalar(Lower *l, LLVMValueRef v);
void lower_set(Lower *l, LLVMValueRef v, const Vals *vals);
/* Of a constant or of a value of the function being lowered. */
Type val_type(const Lower *l, Val v);
/* Code of clang's own checks (!nosanitize), not of the source. */
bool is_of_sanitizer(LLVMValueRef inst);
Val emit_inst(Lower *l, Inst inst, const Val *args, uint32_t count);
Val emit(Lower *l, Op op, Type type, const Val *args, uint32_t count);
#define emit_op(l, op, type, ...)                     \
  emit((l), (op), (type), (const Val[]){__VA_ARGS__}, \
       (uint32_t)(sizeof((const Val[]){__VA_ARGS__}) / sizeof(Val)))
Val emit_icmp(Lower *l, IcmpPred pred, Val a, Val b);
void emit_jump(Lower *l, Inst inst, const Val *args, uint32_t count,
               const uint32_t *targets, uint32_t target_count);
/* Any result of that layout, any effect. */
const Vals *emit_opaque(Lower *l, const Layout *result, const char *reason);
/* For something that may use what its operands lead to. */
const Vals *emit_opaque_user(Lower *l, const Layout *result, const char *reason,
                             LLVMValueRef user);
const Vals *emit_opaque_call(Lower *l, const Call *call, const char *reason);
/* base + offset; the base itself for 0. */
Val emit_offset(Lower *l, Val base, int64_t offset);
/* Between integers, pointers and floats, as a C conversion of the bits; zero-extends. */
Val emit_convert(Lower *l, Val v, Type to);
bool lower_closed(Lower *l);
void lower_assume(Lower *l, const char *format, ...)
  __attribute__((format(printf, 2, 3)));
Sym lower_name(Lower *l, LLVMValueRef v);
void lower_function(Lower *l, LLVMValueRef function);
/* Starts a function that has no LLVM function behind it, in its only block. */
void lower_begin_plain(Lower *l, Fn fn);
/* A function that only does what the known function does, for its address. */
void lower_wrapper(Lower *l, LLVMValueRef function, const Target *target);

/* ---- position.c ---- */

/* 0 when it has none. */
uint32_t position_of(Lower *l, LLVMValueRef inst);
uint32_t position_of_function(Lower *l, LLVMValueRef function);
uint32_t position_of_global(Lower *l, LLVMValueRef global);

/* ---- constants.c ---- */

typedef enum FoldKind { FOLD_NONE, FOLD_INT, FOLD_GLOBAL, FOLD_FUNC } FoldKind;

/* An integer or pointer constant. */
typedef struct Fold {
  FoldKind kind;
  uint32_t index;  /* Glob or Fn */
  uint64_t lo, hi; /* the number, or the offset */
} Fold;

Fold constant_fold(Lower *l, LLVMValueRef c);
const Vals *constant_lanes(Lower *l, LLVMValueRef c);
/* The bits of an integer or floating constant of at most 128. */
bool constant_bits(LLVMValueRef c, uint64_t *lo, uint64_t *hi);
/* An integer constant of any width, lowest word first. */
bool constant_words(LLVMValueRef c, uint64_t *words, unsigned count);
/* The number that stands for a block's address. */
uint64_t constant_block_number(Lower *l, LLVMBasicBlockRef block);
/* A weak symbol that nobody defines is null. */
bool constant_is_missing(Lower *l, LLVMValueRef symbol);
/* The text that a pointer argument names, when it is a constant string; else NULL. */
const char *constant_string(Lower *l, LLVMValueRef v);

/* ---- globals.c ---- */

Glob global_of(Lower *l, LLVMValueRef global);
void globals_fill(Lower *l);
/* A name no other function or global has. */
Sym symbol_unique(Lower *l, const char *name, bool model);
bool symbol_in_models(Lower *l, LLVMValueRef v);

/* ---- symbols.c ---- */

const Target *target_of(Lower *l, LLVMValueRef function);
Fn function_of(Lower *l, LLVMValueRef function);
/* The definition behind aliases; what it got when there is none. */
LLVMValueRef symbol_resolve(Lower *l, LLVMValueRef v);

/* ---- lower_inst.c, lower_vector.c, lower_memory.c, lower_control.c ---- */

void lower_instruction(Lower *l, LLVMValueRef inst);
/* An instruction or constant expression without effects; NULL: not one of these. */
const Vals *lower_pure(Lower *l, LLVMValueRef v, LLVMOpcode opcode, bool is_inst);
const Vals *lower_vector(Lower *l, LLVMValueRef v, LLVMOpcode opcode);
bool lower_terminator(Lower *l, LLVMValueRef inst, LLVMOpcode opcode);
const Vals *lower_memory(Lower *l, LLVMValueRef inst, LLVMOpcode opcode);
const Vals *lower_gep(Lower *l, LLVMValueRef v);
/* Lane by lane at their offsets. */
const Vals *emit_load(Lower *l, Val at, const Layout *layout, uint8_t flags, Sym name);
void emit_store(Lower *l, Val at, const Vals *vals, const Layout *layout, uint8_t flags);

/* ---- lower_bits.c ---- */

/* A bitcast between values of different lanes. */
const Vals *lower_bits(Lower *l, const Vals *from, const Layout *to);
bool type_is_wide_int(LLVMTypeRef type);
/* Truncates or widens, to or from a wide integer. */
const Vals *lower_wide_cast(Lower *l, const Vals *from, const Layout *to, bool is_signed);
/* NULL for what is not done on wide integers. */
const Vals *lower_wide_binary(Lower *l, Op op, const Vals *a, const Vals *b,
                              const Layout *to);
Val lower_wide_compare(Lower *l, IcmpPred pred, const Vals *a, const Vals *b);

/* ---- lower_call.c ---- */

void lower_call(Lower *l, LLVMValueRef inst);
/* Allocas for structs passed by value, at the start of the entry block. */
void lower_byval_temps(Lower *l, LLVMValueRef function);
/* `known` is FN_NONE or the callee; then arguments and results are fitted to what it has:
 * calls without a prototype may differ. */
const Vals *emit_call(Lower *l, Val callee, Fn known, const Val *args, uint32_t count,
                      const Layout *result, Sym name);

/* ---- intrinsics.c, library.c, library_math.c, library_float.c ---- */

const Known *intrinsic_find(const char *name);
const Vals *intrinsic_lower(Lower *l, const Known *known, const Call *call);
const Known *library_find(const char *name);
const Vals *library_lower(Lower *l, const Known *known, const Call *call);
/* frexp, modf and the functions that tell kinds of floats apart. */
const Known *library_find_float(const char *name);
bool library_is_math(const char *name);
const Vals *library_lower_math(Lower *l, const Call *call);

/* ---- intrinsics_float.c ---- */

/* The function of libm for floats of `operand`; the name is that for double. */
Val emit_math(Lower *l, const char *name, Type type, Type operand, const Val *args,
              uint32_t count);
/* i1: whether x is in one of the classes of llvm.is.fpclass. */
Val emit_float_class(Lower *l, Val x, unsigned mask);
void emit_frexp(Lower *l, Val x, Type whole, Val *fraction, Val *exponent);

/* ---- entry.c ---- */

/* False with a message when the entry that was asked for cannot be one. */
bool entry_choose(Lower *l, const char **error);
/* The function that harness.c made. */
bool entry_choose_made(Lower *l, LLVMValueRef function);

/* ---- promote.c ---- */

/* The number of loads and stores that it takes away. `holds`: see holds.h. */
uint32_t promote_locals(LLVMModuleRef module, bool holds);

/* ---- link_models.c ---- */

/* The part of the models that the program reaches, as a module; NULL when there is none.
 */
LLVMModuleRef models_link(LLVMContextRef context, LLVMModuleRef user, unsigned ptr_bits);

/* ---- formats.c ---- */

void formats_simplify(LLVMModuleRef user, LLVMModuleRef models,
                      const FrontendOptions *options);

#endif
