/* Values with all the rules: widths up to 128 bits, undefined bits, provenance. Undefined
 * bits travel as in MemorySanitizer and memcheck: exactly through bitwise operations and
 * shifts, upwards from the lowest undefined bit through sums and products, and a
 * comparison is decided when the defined bits decide it. So a bit-field can be stored
 * into an uninitialised word without the run depending on the word.
 *
 * Provenance: a sum keeps the object of its one pointer, the difference of two pointers
 * into the same object is a plain number, masks and left shifts keep it; whatever else is
 * made from an address only remembers that it was (PROV_ADDRESS). */
#include "ir/interp_state.h"

uint64_t interp_use(Interp *it, int32_t operand) {
  const Value *v = interp_value(it, operand);
  if (v->meta) {
    if (value_is_undef(v)) it->result->depends |= RUN_DEPENDS_UNINIT;
    if (value_prov(v)) it->result->depends |= RUN_DEPENDS_ADDRESS;
  }
  return v->lo;
}

Full interp_undefined(Interp *it, uint32_t inst, Type type) {
  Bits bits = interp_choose(it, CHOICE_UNINIT, type, inst);
  return (Full){bits, mask_bits(ir_type_bits(it->program, type)), 0};
}

/* ---- undefined bits ---- */

/* The lowest undefined bit and all above it. */
static Bits spread_up(Bits undef, Bits mask) {
  return undef ? -(undef & -undef) & mask : 0;
}
static Bits all_if(Bits undef, Bits mask) { return undef ? mask : 0; }

/* ---- provenance ---- */

static uint32_t prov_any(uint32_t a, uint32_t b) {
  return a | b ? PROV_ADDRESS : PROV_NONE;
}

/* Of a sum: the one object in it. An offset that itself depends on addresses makes the
 * run depend on them. */
static uint32_t prov_sum(Interp *it, uint32_t a, uint32_t b) {
  if (!a || !b) return a | b;
  if (a >= PROV_FIRST && b >= PROV_FIRST) return PROV_ADDRESS;
  if (a == b) return PROV_ADDRESS;
  it->result->depends |= RUN_DEPENDS_ADDRESS;
  return a > b ? a : b;
}

static uint32_t prov_difference(Interp *it, uint32_t a, uint32_t b) {
  if (a == b && a >= PROV_FIRST) return PROV_NONE;
  return a ? prov_sum(it, a, b) : prov_any(a, b);
}

/* A mask on an address. Bits below the object's alignment are known and those above all
 * objects are zero, so both may hold tags; other bits that are set or flipped move the
 * pointer by a distance that depends on the address, as does rounding it down. What keeps
 * only some bits is no pointer any more. */
static uint32_t prov_masked(Interp *it, Op op, uint32_t prov, Bits mask) {
  if (prov < PROV_FIRST) return prov;
  unsigned top = it->ptr_bytes == 8 ? 47 : 32;
  Bits low = ((Bits)1 << it->objects[prov].align) - 1;
  Bits middle = mask_bits(top) & ~low;
  Bits changed = (op == OP_AND ? ~mask : mask) & middle;
  if (!changed) return prov;
  if (op == OP_AND && (mask >> (top - 1) & 1) == 0) return PROV_ADDRESS;
  it->result->depends |= RUN_DEPENDS_ADDRESS;
  return prov;
}

static uint32_t prov_bitwise(Interp *it, Op op, Full a, Full b) {
  if (!a.prov && !b.prov) return PROV_NONE;
  if (!b.prov) return prov_masked(it, op, a.prov, b.bits);
  if (!a.prov) return prov_masked(it, op, b.prov, a.bits);
  return a.prov == b.prov && op != OP_XOR ? a.prov : PROV_ADDRESS;
}

/* ---- arithmetic ---- */

static bool overflows(Op op, SignedBits a, SignedBits b, unsigned bits) {
  SignedBits result;
  bool wide = false;
  switch (op) {
  case OP_ADD: wide = __builtin_add_overflow(a, b, &result); break;
  case OP_SUB: wide = __builtin_sub_overflow(a, b, &result); break;
  case OP_MUL: wide = __builtin_mul_overflow(a, b, &result); break;
  default: /* shl */
    if (b < 0 || b >= (SignedBits)bits) return true;
    result = (SignedBits)((Bits)a << b);
    wide = result >> b != a;
  }
  return wide || sign_bits((Bits)result, bits) != result;
}

static bool overflow_violation(Interp *it, const Code *code) {
  Broken broken = {.kind = CHECK_OVERFLOW, .cause = CAUSE_SIGNED_OVERFLOW};
  return interp_violation(it, code->inst, broken);
}

static bool check_overflow(Interp *it, const Code *code, Op op, Full a, Full b) {
  if (!(code->imm & CODE_NSW)) return true;
  if (a.undef | b.undef) it->result->depends |= RUN_DEPENDS_UNINIT;
  SignedBits x = sign_bits(a.bits, code->bits), y = sign_bits(b.bits, code->bits);
  if (op == OP_SHL) y = (SignedBits)b.bits;
  return overflows(op, x, y, code->bits) ? overflow_violation(it, code) : true;
}

static Full eval_sum(Interp *it, Op op, Full a, Full b, Bits mask) {
  Full r;
  r.bits = (op == OP_ADD ? a.bits + b.bits : a.bits - b.bits) & mask;
  r.undef = spread_up(a.undef | b.undef, mask);
  r.prov =
    op == OP_ADD ? prov_sum(it, a.prov, b.prov) : prov_difference(it, a.prov, b.prov);
  return r;
}

static Full eval_product(Full a, Full b, Bits mask) {
  return (Full){a.bits * b.bits & mask, spread_up(a.undef | b.undef, mask),
                prov_any(a.prov, b.prov)};
}

static Bits divide(Op op, Bits a, Bits b, unsigned bits) {
  switch (op) {
  case OP_UDIV: return a / b;
  case OP_UREM: return a % b;
  case OP_SDIV: return (Bits)(sign_bits(a, bits) / sign_bits(b, bits));
  default: return (Bits)(sign_bits(a, bits) % sign_bits(b, bits));
  }
}

/* The low bits of an address are known as far as its object is aligned. */
static bool low_bits_known(const Interp *it, const Code *code, Full a, Bits low) {
  if (!(code->imm & CODE_LOW_BITS) || a.prov < PROV_FIRST) return false;
  return low >> it->objects[a.prov].align == 0;
}

static bool eval_division(Interp *it, const Code *code, Op op, Full a, Full b, Full *r) {
  unsigned bits = code->bits;
  Bits mask = mask_bits(bits);
  if (b.undef) it->result->depends |= RUN_DEPENDS_UNINIT;
  if (b.prov) it->result->depends |= RUN_DEPENDS_ADDRESS;
  if (!b.bits) return interp_stop(it, RUN_TRAPPED, code->inst, "division by zero");
  bool is_signed = op == OP_SDIV || op == OP_SREM;
  if (is_signed && b.bits == mask && a.undef) it->result->depends |= RUN_DEPENDS_UNINIT;
  if (is_signed && b.bits == mask && a.prov) it->result->depends |= RUN_DEPENDS_ADDRESS;
  if (is_signed && b.bits == mask && a.bits == (Bits)1 << (bits - 1))
    return it->options->check_overflow
             ? overflow_violation(it, code)
             : interp_stop(it, RUN_TRAPPED, code->inst, "overflow in division");
  r->bits = divide(op, a.bits, b.bits, bits) & mask;
  r->undef = all_if(a.undef | b.undef, mask);
  r->prov = prov_any(a.prov, b.prov);
  if (op == OP_UREM && low_bits_known(it, code, a, b.bits - 1)) r->prov = PROV_NONE;
  return true;
}

static Full eval_bitwise(Interp *it, const Code *code, Op op, Full a, Full b) {
  Bits mask = mask_bits(code->bits);
  Full r = {0, a.undef | b.undef, prov_bitwise(it, op, a, b)};
  switch (op) {
  case OP_AND:
    r.bits = a.bits & b.bits;
    r.undef = (a.undef & b.undef) | (a.undef & b.bits) | (a.bits & b.undef);
    if (!b.prov && low_bits_known(it, code, a, b.bits)) r.prov = PROV_NONE;
    break;
  case OP_OR:
    r.bits = a.bits | b.bits;
    r.undef = (a.undef & b.undef) | (a.undef & ~b.bits) | (~a.bits & b.undef);
    break;
  default: r.bits = a.bits ^ b.bits;
  }
  r.undef &= mask;
  return r;
}

static Bits shift(Op op, Bits x, unsigned amount, unsigned bits) {
  Bits mask = mask_bits(bits);
  switch (op) {
  case OP_SHL: return x << amount & mask;
  case OP_LSHR: return x >> amount;
  default: return (Bits)(sign_bits(x, bits) >> amount) & mask;
  }
}

static Full eval_shift(Interp *it, const Code *code, Op op, Full a, Full b) {
  Bits mask = mask_bits(code->bits);
  uint32_t prov = op == OP_SHL && !b.prov ? a.prov : prov_any(a.prov, b.prov);
  if (b.bits >= code->bits) {
    Full any = interp_undefined(it, code->inst, it->program->insts.data[code->inst].type);
    any.prov = prov;
    return any;
  }
  unsigned amount = (unsigned)b.bits;
  Full r = {shift(op, a.bits, amount, code->bits), shift(op, a.undef, amount, code->bits),
            prov};
  if (b.undef) r.undef = mask;
  return r;
}

static bool eval_binary(Interp *it, const Code *code, Op op) {
  Full a = interp_get(it, code->a, code->bits), b = interp_get(it, code->b, code->bits);
  Full r;
  if (!check_overflow(it, code, op, a, b)) return false;
  switch (op) {
  case OP_ADD:
  case OP_SUB: r = eval_sum(it, op, a, b, mask_bits(code->bits)); break;
  case OP_MUL: r = eval_product(a, b, mask_bits(code->bits)); break;
  case OP_AND:
  case OP_OR:
  case OP_XOR: r = eval_bitwise(it, code, op, a, b); break;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: r = eval_shift(it, code, op, a, b); break;
  default:
    if (!eval_division(it, code, op, a, b, &r)) return false;
  }
  interp_set(it, code->dest, r, code->bits);
  return true;
}

/* ---- one operand ---- */

static Bits byte_swap(Bits x, unsigned bits) {
  Bits r = 0;
  for (unsigned i = 0; i < bits; i += 8) r = r << 8 | (x >> i & 0xff);
  return r;
}

static Bits bit_reverse(Bits x, unsigned bits) {
  Bits r = 0;
  for (unsigned i = 0; i < bits; i++) r = r << 1 | (x >> i & 1);
  return r;
}

static unsigned count_ones(Bits x) {
  return (unsigned)(__builtin_popcountll((uint64_t)x) +
                    __builtin_popcountll((uint64_t)(x >> 64)));
}

static unsigned leading_zeros(Bits x, unsigned bits) {
  unsigned n = 0;
  while (n < bits && !(x >> (bits - 1 - n) & 1)) n++;
  return n;
}

static unsigned trailing_zeros(Bits x, unsigned bits) {
  unsigned n = 0;
  while (n < bits && !(x >> n & 1)) n++;
  return n;
}

static Full eval_count(Op op, Full a, unsigned bits) {
  unsigned n = op == OP_CTPOP  ? count_ones(a.bits)
               : op == OP_CTLZ ? leading_zeros(a.bits, bits)
                               : trailing_zeros(a.bits, bits);
  return (Full){n, all_if(a.undef, mask_bits(bits)), prov_any(a.prov, 0)};
}

static Full eval_swap(Op op, Full a, unsigned bits) {
  Bits (*swap)(Bits, unsigned) = op == OP_BSWAP ? byte_swap : bit_reverse;
  return (Full){swap(a.bits, bits), swap(a.undef, bits), prov_any(a.prov, 0)};
}

static Full eval_sign_extend(Full a, unsigned from, Bits mask) {
  a.bits = (Bits)sign_bits(a.bits, from) & mask;
  a.undef = (Bits)sign_bits(a.undef, from) & mask;
  return a;
}

static bool eval_unary(Interp *it, const Code *code, Op op) {
  Bits mask = mask_bits(code->bits);
  Full a = interp_get(it, code->a, code->aux), r = a;
  switch (op) {
  case OP_SEXT: r = eval_sign_extend(a, code->aux, mask); break;
  case OP_BSWAP:
  case OP_BITREV: r = eval_swap(op, a, code->bits); break;
  case OP_CTPOP:
  case OP_CTLZ:
  case OP_CTTZ: r = eval_count(op, a, code->bits); break;
  case OP_INTTOPTR:
    if (code->aux < it->ptr_bytes * 8) r.prov = prov_any(a.prov, 0);
    break;
  default: break; /* zext, trunc, freeze, ptrtoint, bitcast */
  }
  r.bits &= mask;
  r.undef &= mask;
  interp_set(it, code->dest, r, code->bits);
  return true;
}

/* ---- addresses ---- */

/* Adds one index; a pointer that was made an integer may be the index of a null base. */
static void add_index(Interp *it, Full *sum, int32_t operand, unsigned bits,
                      int64_t scale) {
  Full index = interp_get(it, operand, bits);
  sum->bits += (Bits)(sign_bits(index.bits, bits) * scale);
  if (index.undef) it->result->depends |= RUN_DEPENDS_UNINIT;
  if (!index.prov) return;
  if (!sum->prov && scale == 1)
    sum->prov = index.prov;
  else
    it->result->depends |= RUN_DEPENDS_ADDRESS;
}

static bool eval_address(Interp *it, const Code *code) {
  Full sum = interp_get(it, code->a, 64);
  sum.bits += (Bits)(SignedBits)code->imm;
  if (code->op == CODE_ADDR_INDEX) add_index(it, &sum, code->b, code->aux, code->c);
  if (code->op == CODE_ADDR_SUM) {
    const int32_t *list = it->top->code->lists + code->b;
    for (int32_t i = 0; i < code->c; i += 4) {
      int64_t scale;
      memcpy(&scale, list + i + 2, sizeof scale);
      add_index(it, &sum, list[i], (unsigned)list[i + 1], scale);
    }
  }
  sum.bits &= it->ptr_mask;
  sum.undef = spread_up(sum.undef, it->ptr_mask);
  interp_set(it, code->dest, sum, 64);
  return true;
}

static bool eval_select(Interp *it, const Code *code) {
  bool condition = interp_use(it, code->a) & 1;
  Full r = interp_get(it, condition ? code->b : code->c, code->bits);
  interp_set(it, code->dest, r, code->bits);
  return true;
}

static bool eval_compare(Interp *it, const Code *code) {
  Full a = interp_get(it, code->a, code->bits), b = interp_get(it, code->b, code->bits);
  interp_set(it, code->dest, interp_compare(it, code->bits, (IcmpPred)code->aux, a, b),
             1);
  return true;
}

bool interp_eval(Interp *it, const Code *code) {
  Op op = (Op)it->program->insts.data[code->inst].op;
  switch (op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return eval_binary(it, code, op);
  case OP_ICMP: return eval_compare(it, code);
  case OP_SELECT: return eval_select(it, code);
  case OP_ADDR: return eval_address(it, code);
  case OP_MATH: return interp_math(it, code);
  default: break;
  }
  return op >= OP_FADD && op <= OP_FPCAST ? interp_float(it, code)
                                          : eval_unary(it, code, op);
}
