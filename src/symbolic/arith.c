/* Instructions that compute a value: numbers at once, the rest as terms, pointers as
 * object and offset for as long as that is possible. */
#include "symbolic/exec.h"

bool sym_float(Exec *x, SymState *s, const Inst *i, SymVal *out);

static uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static int64_t sign_of(unsigned width, uint64_t v) {
  return (int64_t)(v << (64 - width)) >> (64 - width);
}

/* ---- known operands ---- */

static bool known_binary(Op op, unsigned w, uint64_t a, uint64_t b, uint64_t *out) {
  int64_t sa = sign_of(w, a), sb = sign_of(w, b);
  switch (op) {
  case OP_ADD: *out = a + b; break;
  case OP_SUB: *out = a - b; break;
  case OP_MUL: *out = a * b; break;
  case OP_AND: *out = a & b; break;
  case OP_OR: *out = a | b; break;
  case OP_XOR: *out = a ^ b; break;
  case OP_SHL:
    if (b >= w) return false;
    *out = a << b;
    break;
  case OP_LSHR:
    if (b >= w) return false;
    *out = a >> b;
    break;
  case OP_ASHR:
    if (b >= w) return false;
    *out = (uint64_t)(sa >> b);
    break;
  case OP_UDIV: *out = a / b; break;
  case OP_UREM: *out = a % b; break;
  case OP_SDIV: *out = sb == -1 ? 0 - a : (uint64_t)(sa / sb); break;
  case OP_SREM: *out = sb == -1 ? 0 : (uint64_t)(sa % sb); break;
  default: return false;
  }
  *out &= mask_of(w);
  return true;
}

static bool known_compare(IcmpPred pred, unsigned w, uint64_t a, uint64_t b) {
  switch (pred) {
  case ICMP_EQ: return a == b;
  case ICMP_NE: return a != b;
  case ICMP_ULT: return a < b;
  case ICMP_ULE: return a <= b;
  case ICMP_SLT: return sign_of(w, a) < sign_of(w, b);
  default: return sign_of(w, a) <= sign_of(w, b);
  }
}

/* ---- terms ---- */

static Term term_binary(Terms *ts, Op op, Term a, Term b) {
  switch (op) {
  case OP_ADD: return term_add(ts, a, b);
  case OP_SUB: return term_sub(ts, a, b);
  case OP_MUL: return term_mul(ts, a, b);
  case OP_AND: return term_and(ts, a, b);
  case OP_OR: return term_or(ts, a, b);
  case OP_XOR: return term_xor(ts, a, b);
  case OP_SHL: return term_shl(ts, a, b);
  case OP_LSHR: return term_lshr(ts, a, b);
  case OP_ASHR: return term_ashr(ts, a, b);
  case OP_UDIV: return term_udiv(ts, a, b);
  case OP_UREM: return term_urem(ts, a, b);
  case OP_SDIV: return term_sdiv(ts, a, b);
  default: return term_srem(ts, a, b);
  }
}

static Term term_compare(Terms *ts, IcmpPred pred, Term a, Term b) {
  switch (pred) {
  case ICMP_EQ: return term_eq(ts, a, b);
  case ICMP_NE: return term_ne(ts, a, b);
  case ICMP_ULT: return term_ult(ts, a, b);
  case ICMP_ULE: return term_ule(ts, a, b);
  case ICMP_SLT: return term_slt(ts, a, b);
  default: return term_sle(ts, a, b);
  }
}

/* ---- pointers ---- */

static SymVal with_offset(Exec *x, SymVal pointer, Term offset) {
  SymVal v = sym_from_term(x->terms, offset);
  v.kind = v.kind == SYM_INT ? SYM_PTR : SYM_PTR_TERM;
  v.object = pointer.object;
  return v;
}

/* Arithmetic that keeps a pointer a pointer, or makes an integer of two into one object.
 */
static bool pointer_binary(Exec *x, SymState *s, Op op, unsigned w, SymVal a, SymVal b,
                           SymVal *out) {
  if (w != x->ptr_bits) return false;
  uint64_t m;
  Term ta = sym_to_term(x->terms, a, w), tb = sym_to_term(x->terms, b, w);
  if (op == OP_ADD && sym_is_ptr(a) && !sym_is_ptr(b))
    return *out = with_offset(x, a, term_add(x->terms, ta, tb)), true;
  if (op == OP_ADD && sym_is_ptr(b) && !sym_is_ptr(a))
    return *out = with_offset(x, b, term_add(x->terms, ta, tb)), true;
  if (op == OP_SUB && sym_is_ptr(a) && !sym_is_ptr(b))
    return *out = with_offset(x, a, term_sub(x->terms, ta, tb)), true;
  if (op == OP_SUB && sym_is_ptr(a) && sym_is_ptr(b) && a.object == b.object)
    return *out = sym_from_term(x->terms, term_sub(x->terms, ta, tb)), true;
  if (op == OP_AND && sym_is_ptr(a) && !sym_is_ptr(b) && sym_known(x, s, b, w, &m)) {
    unsigned low = sym_low_bits(x, memory_get(&s->memory, a.object));
    Term masked = term_and(x->terms, ta, term_const(x->terms, w, m));
    if (m >> low == 0) return *out = sym_from_term(x->terms, masked), true;
    if ((~m & x->ptr_mask) >> low == 0) return *out = with_offset(x, a, masked), true;
  }
  return false;
}

static bool surely_inside(Exec *x, SymState *s, SymVal p) {
  const Object *o = memory_get(&s->memory, p.object);
  if (!o->alive) return false;
  if (p.kind == SYM_PTR && o->size.kind == SYM_INT)
    return p.bits < o->size.bits || (p.bits == 0 && o->kind == OBJECT_HEAP);
  Term size = sym_to_term(x->terms, o->size, x->ptr_bits),
       offset = sym_to_term(x->terms, p, x->ptr_bits);
  Term inside = term_ult(x->terms, offset, size);
  return solver_must(x->solver, s->path, inside) == ANSWER_YES;
}

static bool is_literal(const Exec *x, const SymState *s, SymVal p) {
  const Object *o = memory_get(&s->memory, p.object);
  return o->kind == OBJECT_GLOBAL &&
         (x->program->globals.data[o->index].flags & GLOB_STRING);
}

/* Live objects are disjoint; but of two string literals one may be a part of the other.
 */
static bool surely_apart(Exec *x, SymState *s, SymVal a, SymVal b) {
  return !(is_literal(x, s, a) && is_literal(x, s, b)) && surely_inside(x, s, a) &&
         surely_inside(x, s, b);
}

static bool is_null(SymVal v) { return v.kind == SYM_INT && v.bits == 0 && !v.undef; }

/* Offsets between NEAR bytes before the object and as many behind it. */
static Term near_object(Exec *x, SymState *s, SymVal p) {
  enum { NEAR = 4096 };
  const Object *o = memory_get(&s->memory, p.object);
  Term before = term_const(x->terms, x->ptr_bits, NEAR),
       both = term_const(x->terms, x->ptr_bits, 2 * NEAR);
  Term room = term_add(x->terms, sym_to_term(x->terms, o->size, x->ptr_bits), both);
  Term offset = sym_to_term(x->terms, p, x->ptr_bits);
  return term_ule(x->terms, term_add(x->terms, offset, before), room);
}

/* Within one object order is that of signed offsets, unless one is so far out that the
 * sum may wrap around. */
static SymVal compare_offsets(Exec *x, SymState *s, IcmpPred pred, SymVal a, SymVal b) {
  Term ta = sym_to_term(x->terms, a, x->ptr_bits),
       tb = sym_to_term(x->terms, b, x->ptr_bits);
  if (pred == ICMP_EQ || pred == ICMP_NE)
    return sym_from_term(x->terms, term_compare(x->terms, pred, ta, tb));
  Term ordered = term_compare(x->terms, pred == ICMP_ULT ? ICMP_SLT : ICMP_SLE, ta, tb);
  Term near = term_and(x->terms, near_object(x, s, a), near_object(x, s, b));
  if (term_is_true(x->terms, near) || solver_must(x->solver, s->path, near) == ANSWER_YES)
    return sym_from_term(x->terms, ordered);
  return sym_from_term(x->terms,
                       term_ite(x->terms, near, ordered, term_var(x->terms, 1)));
}

static bool pointer_compare(Exec *x, SymState *s, IcmpPred pred, SymVal a, SymVal b,
                            SymVal *out) {
  bool equality = pred == ICMP_EQ || pred == ICMP_NE;
  bool is_signed = pred == ICMP_SLT || pred == ICMP_SLE;
  if (sym_is_ptr(a) && sym_is_ptr(b) && a.object == b.object && !is_signed)
    return *out = compare_offsets(x, s, pred, a, b), true;
  bool null_other = (sym_is_ptr(a) && is_null(b)) || (sym_is_ptr(b) && is_null(a));
  if (equality && null_other) {
    SymVal p = sym_is_ptr(a) ? a : b;
    const Object *o = memory_get(&s->memory, p.object);
    if (p.kind == SYM_PTR && o->size.kind == SYM_INT && p.bits <= o->size.bits)
      return *out = sym_int(pred == ICMP_NE), true;
  }
  if (equality && sym_is_ptr(a) && sym_is_ptr(b) && surely_apart(x, s, a, b))
    return *out = sym_int(pred == ICMP_NE), true;
  return false;
}

/* ---- one operation ---- */

static bool signed_overflow(Exec *x, SymState *s, const Inst *i, Val at, unsigned w,
                            SymVal a, SymVal b, StepResult *result) {
  bool listed = i->op == OP_SDIV || i->op == OP_SREM || (i->flags & INST_NSW);
  if (!x->check_overflow || !listed || w > 64) {
    if (x->check_overflow && listed)
      *result = state_drop(x, s, "overflow of a wide integer");
    return x->check_overflow && listed;
  }
  bool shifts = i->op == OP_SHL;
  unsigned wide = i->op == OP_MUL || shifts ? 2 * w : w + 1;
  Term nb = sym_number(x, s, b, w),
       ta = term_sext(x->terms, sym_number(x, s, a, w), wide);
  Term tb = shifts ? term_zext(x->terms, nb, wide) : term_sext(x->terms, nb, wide);
  Term exact = term_binary(x->terms, i->op == OP_SREM ? OP_SDIV : (Op)i->op, ta, tb);
  Term fits = term_eq(
    x->terms, term_sext(x->terms, term_extract(x->terms, exact, 0, w), wide), exact);
  if (shifts)
    fits = term_and(x->terms, fits, term_ult(x->terms, nb, term_const(x->terms, w, w)));
  Answer may_break = solver_may(x->solver, s->path, term_not(x->terms, fits), NULL);
  if (may_break == ANSWER_NO) return false;
  if (may_break == ANSWER_UNKNOWN)
    return *result = state_drop(x, s, "solver gave no answer on overflow"), true;
  report_broken(x, s, at, CHECK_OVERFLOW, term_not(x->terms, fits), "does not fit");
  Model *model = NULL;
  *result = STEP_END;
  if (solver_may(x->solver, s->path, fits, &model) != ANSWER_YES) return true;
  state_assume(x, s, fits, model);
  return false;
}

/* Division by zero ends the run, and so does MIN / -1: the path goes on where neither is.
 */
static bool division_allowed(Exec *x, SymState *s, const Inst *i, unsigned w, SymVal a,
                             SymVal b, StepResult *result) {
  bool is_signed = i->op == OP_SDIV || i->op == OP_SREM;
  *result = STEP_END;
  if (b.kind == SYM_INT && w <= 64 && b.bits && (!is_signed || b.bits != mask_of(w)))
    return true;
  Term tb = sym_number(x, s, b, w),
       bad = term_eq(x->terms, tb, term_const(x->terms, w, 0));
  if (is_signed) {
    Term least = term_const(x->terms, w, (Word)1 << (w - 1)),
         minus = term_const(x->terms, w, ~(Word)0);
    Term leaves = term_and(x->terms, term_eq(x->terms, sym_number(x, s, a, w), least),
                           term_eq(x->terms, tb, minus));
    bad = term_or(x->terms, bad, leaves);
  }
  if (solver_may(x->solver, s->path, bad, NULL) == ANSWER_NO) return true;
  check_leaks(x, s, true, LEAK_NO_END);
  Model *model = NULL;
  Term good = term_not(x->terms, bad);
  if (solver_may(x->solver, s->path, good, &model) == ANSWER_NO) return false;
  state_assume(x, s, good, model);
  return true;
}

static SymVal shift_any(Exec *x, SymState *s, const Inst *i, Type type, unsigned w,
                        Term a, Term b) {
  Term shifted = term_binary(x->terms, (Op)i->op, a, b);
  Term inside = term_ult(x->terms, b, term_const(x->terms, w, w));
  if (solver_must(x->solver, s->path, inside) == ANSWER_YES)
    return sym_from_term(x->terms, shifted);
  Term any = sym_number(x, s, sym_fresh(x, type), w);
  return sym_from_term(x->terms, term_ite(x->terms, inside, shifted, any));
}

static bool binary(Exec *x, SymState *s, const Inst *i, Val at, SymVal *out,
                   StepResult *result) {
  SymVal a = sym_arg(x, s, i, 0), b = sym_arg(x, s, i, 1);
  unsigned w = ir_type_bits(x->program, i->type);
  uint8_t undef = a.undef | b.undef;
  bool divides = i->op >= OP_UDIV && i->op <= OP_SREM,
       shifts = i->op >= OP_SHL && i->op <= OP_ASHR;
  if (x->check_overflow && signed_overflow(x, s, i, at, w, a, b, result)) return false;
  if (divides && !division_allowed(x, s, i, w, a, b, result)) return false;
  uint64_t bits;
  if (a.kind == SYM_INT && b.kind == SYM_INT && w <= 64) {
    *out = known_binary((Op)i->op, w, a.bits, b.bits, &bits) ? sym_int(bits)
                                                             : sym_fresh(x, i->type);
  } else if (!((sym_is_ptr(a) || sym_is_ptr(b)) &&
               pointer_binary(x, s, (Op)i->op, w, a, b, out))) {
    Term ta = sym_number(x, s, a, w), tb = sym_number(x, s, b, w);
    *out = shifts ? shift_any(x, s, i, i->type, w, ta, tb)
                  : sym_from_term(x->terms, term_binary(x->terms, (Op)i->op, ta, tb));
    if (w == x->ptr_bits) *out = recover_pointer(x, *out);
  }
  out->undef = undef;
  return true;
}

static SymVal compare(Exec *x, SymState *s, const Inst *i) {
  SymVal a = sym_arg(x, s, i, 0), b = sym_arg(x, s, i, 1), out;
  unsigned w = ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, 0)));
  uint8_t undef = a.undef | b.undef;
  if (a.kind == SYM_INT && b.kind == SYM_INT && w <= 64) {
    out = sym_int(known_compare((IcmpPred)i->pred, w, a.bits, b.bits));
  } else if (!((sym_is_ptr(a) || sym_is_ptr(b)) &&
               pointer_compare(x, s, (IcmpPred)i->pred, a, b, &out))) {
    Term ta = sym_number(x, s, a, w), tb = sym_number(x, s, b, w);
    out = sym_from_term(x->terms, term_compare(x->terms, (IcmpPred)i->pred, ta, tb));
  }
  out.undef = undef;
  return out;
}

static SymVal resize(Exec *x, SymState *s, const Inst *i) {
  SymVal a = sym_arg(x, s, i, 0), out;
  unsigned from = ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, 0)));
  unsigned to = ir_type_bits(x->program, i->type);
  if (from == to) return a; /* ptrtoint, inttoptr, bitcast keep all there is */
  bool sign = i->op == OP_SEXT;
  if (a.kind == SYM_INT && from <= 64 && to <= 64) {
    uint64_t v = sign ? (uint64_t)sign_of(from, a.bits) : a.bits;
    out = sym_int(v & mask_of(to));
  } else {
    Term t = sym_number(x, s, a, from);
    t = to < from ? term_extract(x->terms, t, 0, to)
        : sign    ? term_sext(x->terms, t, to)
                  : term_zext(x->terms, t, to);
    out = sym_from_term(x->terms, t);
    if (to == x->ptr_bits) out = recover_pointer(x, out);
  }
  out.undef = a.undef;
  return out;
}

static SymVal count_bits(Exec *x, SymState *s, const Inst *i) {
  SymVal a = sym_arg(x, s, i, 0);
  unsigned w = ir_type_bits(x->program, i->type);
  if (a.kind != SYM_INT || w > 64) return sym_fresh(x, i->type);
  uint64_t v = a.bits, r = 0;
  switch (i->op) {
  case OP_CTPOP: r = (uint64_t)__builtin_popcountll(v); break;
  case OP_CTLZ: r = v ? (uint64_t)__builtin_clzll(v) - (64 - w) : w; break;
  case OP_CTTZ: r = v ? (uint64_t)__builtin_ctzll(v) : w; break;
  case OP_BSWAP: r = __builtin_bswap64(v) >> (64 - w); break;
  default:
    for (unsigned k = 0; k < w; k++) r |= (v >> k & 1) << (w - 1 - k);
    break;
  }
  SymVal out = sym_int(r & mask_of(w));
  out.undef = a.undef;
  return out;
}

/* A choice between values that cannot be one term (pointers to different objects) splits.
 */
static bool select_value(Exec *x, SymState *s, const Inst *i, SymVal *out,
                         StepResult *result) {
  SymVal c = sym_arg(x, s, i, 0), a = sym_arg(x, s, i, 1), b = sym_arg(x, s, i, 2);
  uint64_t known;
  *result = STEP_END;
  if (sym_known(x, s, c, 1, &known)) return *out = known ? a : b, true;
  unsigned w = ir_type_bits(x->program, i->type);
  if (sym_is_ptr(a) != sym_is_ptr(b) || a.object != b.object || a.undef != b.undef) {
    if (!sym_split(x, s, c, 1, &known)) return false;
    return *out = known ? a : b, true;
  }
  Term chosen = term_ite(x->terms, sym_term_of(c), sym_to_term(x->terms, a, w),
                         sym_to_term(x->terms, b, w));
  *out = sym_is_ptr(a) ? with_offset(x, a, chosen) : sym_from_term(x->terms, chosen);
  out->undef = a.undef;
  return true;
}

bool sym_value(Exec *x, SymState *s, const Inst *i, Val at, SymVal *out,
               StepResult *result) {
  switch ((Op)i->op) {
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
  case OP_ASHR: return binary(x, s, i, at, out, result);
  case OP_ICMP: return *out = compare(x, s, i), true;
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_BITCAST: return *out = resize(x, s, i), true;
  case OP_CTPOP:
  case OP_CTLZ:
  case OP_CTTZ:
  case OP_BSWAP:
  case OP_BITREV: return *out = count_bits(x, s, i), true;
  case OP_SELECT: return select_value(x, s, i, out, result);
  case OP_FREEZE:
    *out = sym_arg(x, s, i, 0);
    out->undef = 0;
    return true;
  default:
    if (!sym_float(x, s, i, out)) *out = sym_fresh(x, i->type);
    return true;
  }
}

SymVal sym_addr(Exec *x, SymState *s, const Inst *i) {
  SymVal base = sym_arg(x, s, i, 0);
  uint64_t known = (uint64_t)i->imm;
  Term sum = TERM_NONE;
  uint8_t undef = base.undef;
  for (uint32_t k = 1; k + 1 < i->arg_count; k += 2) {
    SymVal index = sym_arg(x, s, i, k);
    int64_t scale = 0;
    ir_const_int(x->program, ir_arg(x->program, i, k + 1), &scale);
    unsigned w = ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, k)));
    undef |= index.undef;
    if (index.kind == SYM_INT && w <= 64) {
      known += (uint64_t)sign_of(w, index.bits) * (uint64_t)scale;
      continue;
    }
    Term t = sym_number(x, s, index, w);
    t = w < x->ptr_bits ? term_sext(x->terms, t, x->ptr_bits)
                        : term_extract(x->terms, t, 0, x->ptr_bits);
    t = term_mul(x->terms, t, term_const(x->terms, x->ptr_bits, (Word)(__int128)scale));
    sum = term_is_none(sum) ? t : term_add(x->terms, sum, t);
  }
  if (term_is_none(sum) && (base.kind == SYM_PTR || base.kind == SYM_INT)) {
    base.bits = (base.bits + known) & x->ptr_mask;
    base.undef = undef;
    return base;
  }
  Term offset = term_add(x->terms, sym_to_term(x->terms, base, x->ptr_bits),
                         term_const(x->terms, x->ptr_bits, known));
  if (!term_is_none(sum)) offset = term_add(x->terms, offset, sum);
  SymVal out = sym_is_ptr(base) ? with_offset(x, base, offset)
                                : recover_pointer(x, sym_from_term(x->terms, offset));
  out.undef = undef;
  return out;
}
