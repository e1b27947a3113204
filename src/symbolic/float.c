/* Floats: computed when all operands are known (32 and 64 bits, as the host does), any
 * value otherwise. */
#include <math.h>
#include <string.h>

#include "symbolic/exec.h"

static bool get(Exec *x, SymState *s, const Inst *i, uint32_t n, double *value) {
  Type t = ir_type(x->program, ir_arg(x->program, i, n));
  SymVal v = sym_arg(x, s, i, n);
  unsigned bits = ir_type_bits(x->program, t);
  if (v.kind != SYM_INT || v.undef || !type_is_float(t) || bits > 64) return false;
  if (bits == 32) {
    uint32_t word = (uint32_t)v.bits;
    float f;
    memcpy(&f, &word, 4);
    *value = f;
  } else
    memcpy(value, &v.bits, 8);
  return true;
}

static bool put(unsigned bits, double value, SymVal *out) {
  *out = sym_int(0);
  if (bits == 32) {
    float f = (float)value;
    memcpy(&out->bits, &f, 4);
  } else if (bits == 64)
    memcpy(&out->bits, &value, 8);
  else
    return false;
  return true;
}

static bool compare(FcmpPred pred, double a, double b) {
  bool unordered = isnan(a) || isnan(b);
  switch (pred) {
  case FCMP_FALSE: return false;
  case FCMP_OEQ: return !unordered && a == b;
  case FCMP_OGT: return !unordered && a > b;
  case FCMP_OGE: return !unordered && a >= b;
  case FCMP_OLT: return !unordered && a < b;
  case FCMP_OLE: return !unordered && a <= b;
  case FCMP_ONE: return !unordered && a != b;
  case FCMP_ORD: return !unordered;
  case FCMP_UNO: return unordered;
  case FCMP_UEQ: return unordered || a == b;
  case FCMP_UGT: return unordered || a > b;
  case FCMP_UGE: return unordered || a >= b;
  case FCMP_ULT: return unordered || a < b;
  case FCMP_ULE: return unordered || a <= b;
  case FCMP_UNE: return unordered || a != b;
  default: return true;
  }
}

static bool to_integer(const Inst *i, unsigned bits, double a, SymVal *out) {
  if (bits > 64 || !(a > -9e18 && a < 9e18)) return false;
  int64_t whole = (int64_t)a;
  if (i->op == OP_FPTOUI && a < 0) return false;
  uint64_t mask = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
  int64_t back = (int64_t)((uint64_t)whole << (64 - bits)) >> (64 - bits);
  if (i->op == OP_FPTOSI ? back != whole : ((uint64_t)whole & mask) != (uint64_t)whole)
    return false;
  *out = sym_int((uint64_t)whole & mask);
  return true;
}

static bool from_integer(Exec *x, SymState *s, const Inst *i, unsigned bits,
                         SymVal *out) {
  SymVal v = sym_arg(x, s, i, 0);
  unsigned from = ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, 0)));
  if (v.kind != SYM_INT || v.undef || from > 64) return false;
  if (bits == 32) { /* one rounding only */
    float f = i->op == OP_UITOFP
                ? (float)v.bits
                : (float)((int64_t)(v.bits << (64 - from)) >> (64 - from));
    return put(32, f, out);
  }
  double d = i->op == OP_UITOFP
               ? (double)v.bits
               : (double)((int64_t)(v.bits << (64 - from)) >> (64 - from));
  return put(bits, d, out);
}

static bool binary(Op op, unsigned bits, double a, double b, SymVal *out) {
  if (bits == 32) { /* single precision throughout */
    float p = (float)a, q = (float)b, r;
    r = op == OP_FADD   ? p + q
        : op == OP_FSUB ? p - q
        : op == OP_FMUL ? p * q
        : op == OP_FDIV ? p / q
                        : fmodf(p, q);
    return put(32, r, out);
  }
  double r = op == OP_FADD   ? a + b
             : op == OP_FSUB ? a - b
             : op == OP_FMUL ? a * b
             : op == OP_FDIV ? a / b
                             : fmod(a, b);
  return put(bits, r, out);
}

bool sym_float(Exec *x, SymState *s, const Inst *i, SymVal *out) {
  double a, b;
  unsigned bits = ir_type_bits(x->program, i->type);
  switch (i->op) {
  case OP_SITOFP:
  case OP_UITOFP: return from_integer(x, s, i, bits, out);
  case OP_FNEG: return get(x, s, i, 0, &a) && put(bits, -a, out);
  case OP_FPCAST: return get(x, s, i, 0, &a) && put(bits, a, out);
  case OP_FPTOSI:
  case OP_FPTOUI: return get(x, s, i, 0, &a) && to_integer(i, bits, a, out);
  case OP_FCMP:
    if (!get(x, s, i, 0, &a) || !get(x, s, i, 1, &b)) return false;
    *out = sym_int(compare((FcmpPred)i->pred, a, b));
    return true;
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
    return get(x, s, i, 0, &a) && get(x, s, i, 1, &b) &&
           binary((Op)i->op, bits, a, b, out);
  default: return false;
  }
}
