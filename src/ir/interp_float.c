/* Floats, with the host's arithmetic: x86's float, double and long double. */
#include <math.h>

#include "ir/interp_float.h"

long double interp_to_float(Bits bits, unsigned width) {
  float f;
  double d;
  long double l = 0;
  switch (width) {
  case 32: return memcpy(&f, &bits, sizeof f), f;
  case 64: return memcpy(&d, &bits, sizeof d), d;
  default: return memcpy(&l, &bits, 10), l;
  }
}

Bits interp_from_float(long double value, unsigned width) {
  float f = (float)value;
  double d = (double)value;
  Bits bits = 0;
  switch (width) {
  case 32: memcpy(&bits, &f, sizeof f); break;
  case 64: memcpy(&bits, &d, sizeof d); break;
  default: memcpy(&bits, &value, 10);
  }
  return bits;
}

/* ---- arithmetic: rounded once, in the width of the type ---- */

#define ARITHMETIC(name, T, modulo) \
  static T name(Op op, T a, T b) {  \
    switch (op) {                   \
    case OP_FADD: return a + b;     \
    case OP_FSUB: return a - b;     \
    case OP_FMUL: return a * b;     \
    case OP_FDIV: return a / b;     \
    default: return modulo(a, b);   \
    }                               \
  }
ARITHMETIC(compute_float, float, fmodf)
ARITHMETIC(compute_double, double, fmod)
ARITHMETIC(compute_long_double, long double, fmodl)

static Bits compute(Op op, Bits a, Bits b, unsigned bits) {
  long double x = interp_to_float(a, bits), y = interp_to_float(b, bits);
  switch (bits) {
  case 32: return interp_from_float(compute_float(op, (float)x, (float)y), bits);
  case 64: return interp_from_float(compute_double(op, (double)x, (double)y), bits);
  default: return interp_from_float(compute_long_double(op, x, y), bits);
  }
}

bool interp_float_holds(FcmpPred pred, long double a, long double b) {
  if (isnan(a) || isnan(b)) return pred >= FCMP_UNO;
  switch (pred) {
  case FCMP_FALSE:
  case FCMP_UNO: return false;
  case FCMP_OEQ:
  case FCMP_UEQ: return a == b;
  case FCMP_OGT:
  case FCMP_UGT: return a > b;
  case FCMP_OGE:
  case FCMP_UGE: return a >= b;
  case FCMP_OLT:
  case FCMP_ULT: return a < b;
  case FCMP_OLE:
  case FCMP_ULE: return a <= b;
  case FCMP_ONE:
  case FCMP_UNE: return a != b;
  default: return true;
  }
}

/* ---- conversions ---- */

static long double power_of_two(unsigned n) { return ldexpl(1.0L, (int)n); }

static bool fits_integer(long double x, unsigned bits, bool is_signed) {
  if (isnan(x)) return false;
  x = truncl(x);
  if (!is_signed) return x >= 0 && x < power_of_two(bits);
  return x >= -power_of_two(bits - 1) && x < power_of_two(bits - 1);
}

/* What x86 gives for a value that does not fit: its conversions are signed, to 32 or 64
 * bits, and answer with the smallest number. */
static Bits unfit_integer(long double x, unsigned bits, bool is_signed) {
  bool narrow = bits < 32 || (is_signed && bits == 32);
  unsigned via = narrow ? 32 : 64;
  if (fits_integer(x, via, true)) return (Bits)(SignedBits)x;
  return (Bits)1 << (via - 1);
}

static Full to_integer(Full a, unsigned from, unsigned bits, bool is_signed) {
  long double x = interp_to_float(a.bits, from);
  Bits mask = mask_bits(bits);
  if (fits_integer(x, bits, is_signed)) {
    a.bits = (is_signed ? (Bits)(SignedBits)x : (Bits)x) & mask;
    a.undef = a.undef ? mask : 0;
  } else {
    a.bits = unfit_integer(x, bits, is_signed) & mask;
    a.undef = mask;
  }
  return a;
}

static Bits from_signed(SignedBits x, unsigned bits) {
  switch (bits) {
  case 32: return interp_from_float((float)x, 32);
  case 64: return interp_from_float((double)x, 64);
  default: return interp_from_float((long double)x, 80);
  }
}

static Bits from_unsigned(Bits x, unsigned bits) {
  switch (bits) {
  case 32: return interp_from_float((float)x, 32);
  case 64: return interp_from_float((double)x, 64);
  default: return interp_from_float((long double)x, 80);
  }
}

static Full convert(Op op, Full a, unsigned from, unsigned bits) {
  Full r = {0, a.undef ? mask_bits(bits) : 0, a.prov};
  switch (op) {
  case OP_FPTOSI: return to_integer(a, from, bits, true);
  case OP_FPTOUI: return to_integer(a, from, bits, false);
  case OP_SITOFP: r.bits = from_signed(sign_bits(a.bits, from), bits); break;
  case OP_UITOFP: r.bits = from_unsigned(a.bits, bits); break;
  default: r.bits = interp_from_float(interp_to_float(a.bits, from), bits);
  }
  return r;
}

bool interp_float(Interp *it, const Code *code) {
  Op op = (Op)it->program->insts.data[code->inst].op;
  unsigned bits = code->bits;
  bool two = op != OP_FNEG && (op <= OP_FREM || op == OP_FCMP);
  Full a = interp_get(it, code->a, op >= OP_FPTOSI ? code->aux : bits), b = {0};
  if (two) b = interp_get(it, code->b, bits);
  Full r = {0, a.undef | b.undef ? mask_bits(bits) : 0, 0};
  if (op == OP_FCMP) {
    r.bits = interp_float_holds((FcmpPred)code->aux, interp_to_float(a.bits, bits),
                                interp_to_float(b.bits, bits));
    r.undef &= bits = 1;
  } else if (op == OP_FNEG) {
    r.bits = a.bits ^ (Bits)1 << (bits - 1);
  } else if (two) {
    r.bits = compute(op, a.bits, b.bits, bits);
  } else {
    r = convert(op, a, code->aux, bits);
  }
  r.prov = a.prov | b.prov ? PROV_ADDRESS : PROV_NONE;
  interp_set(it, code->dest, r, bits);
  return true;
}
