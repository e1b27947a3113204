/* Questions about programs: see ir.h. */
#include "ir/ir.h"

static const struct {
  const char *text, *help;
  OpClass class;
} ops[] = {
#define OP(name, text, class, help) {text, help, OP_CLASS_##class},
#include "ir/ops.def"
};

static const char *const icmp_names[] = {"eq", "ne", "ult", "ule", "slt", "sle"};
static const char *const fcmp_names[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                         "one",   "ord", "uno", "ueq", "ugt", "uge",
                                         "ult",   "ule", "une", "true"};

const char *op_text(Op op) { return ops[op].text; }
const char *op_help(Op op) { return ops[op].help; }
OpClass op_class(Op op) { return ops[op].class; }
const char *icmp_text(IcmpPred pred) { return icmp_names[pred]; }
const char *fcmp_text(FcmpPred pred) { return fcmp_names[pred]; }

Type ir_type(const Program *p, Val v) {
  return val_is_const(v) ? ir_const(p, v)->type : ir_inst(p, v)->type;
}

unsigned ir_type_bits(const Program *p, Type t) {
  return type_is_ptr(t) ? p->ptr_bits : t.code & 0xfffu;
}

unsigned ir_type_bytes(const Program *p, Type t) { return (ir_type_bits(p, t) + 7) / 8; }

Fn ir_fn_of(const Program *p, Val v) { return ir_block(p, ir_inst(p, v)->block)->fn; }

Fn ir_direct_callee(const Program *p, const Inst *call) {
  Val callee = ir_arg(p, call, 0);
  if (!val_is_const(callee)) return FN_NONE;
  const Const *c = ir_const(p, callee);
  return c->kind == CONST_FUNC && c->lo == 0 ? (Fn){c->index} : FN_NONE;
}

Fn ir_find_function(const Program *p, const char *name) {
  Sym sym;
  if (!intern_lookup(p->names, name, &sym)) return FN_NONE;
  ir_each_function(p, f) if (ir_function(p, f)->name.id == sym.id) return f;
  return FN_NONE;
}

bool ir_const_int(const Program *p, Val v, int64_t *value) {
  if (!val_is_const(v)) return false;
  const Const *c = ir_const(p, v);
  if (c->kind == CONST_NULL) return *value = 0, true;
  if (c->kind != CONST_INT) return false;
  unsigned bits = ir_type_bits(p, c->type);
  if (bits > 64) return false;
  unsigned up = 64 - bits;
  *value = (int64_t)(c->lo << up) >> up;
  return true;
}

const char *ir_pos_text(const Program *p, uint32_t pos, Arena *arena) {
  const Pos *at = ir_pos(p, pos);
  if (!at->line) return "?";
  return arena_printf(arena, "%s:%u:%u", ir_text(p, at->file), at->line, at->column);
}

bool ir_alloc_size(const Program *p, const Inst *alloc, uint64_t *bytes) {
  int64_t size, count;
  uint64_t mask = p->ptr_bits == 64 ? ~(uint64_t)0 : 0xffffffffu;
  uint32_t first = alloc->op == OP_REALLOC ? 1 : 0;
  if (!ir_const_int(p, ir_arg(p, alloc, first), &size)) return false;
  *bytes = (uint64_t)size & mask;
  if (alloc->op == OP_REALLOC || alloc->arg_count < 2) return true;
  if (!ir_const_int(p, ir_arg(p, alloc, 1), &count)) return false;
  return !__builtin_mul_overflow(*bytes, (uint64_t)count & mask, bytes) && *bytes <= mask;
}
