/* Pointers as numbers and back, and splitting a path over the values of a term. Every
 * object has, once somebody asks, a base address: a variable of which only alignment,
 * non-nullness and room for the object are assumed, so that conclusions hold for any
 * placement. */
#include "symbolic/exec.h"

enum { LOWEST_ADDRESS = 4096, MAX_SPLIT = 64, MAX_LOW_BITS = 12 };

static unsigned log2_of(uint64_t alignment) {
  unsigned bits = 0;
  while (bits < MAX_LOW_BITS && alignment > 1 && !(alignment & 1))
    alignment >>= 1, bits++;
  return bits;
}

unsigned sym_low_bits(const Exec *x, const Object *o) {
  switch (o->kind) {
  case OBJECT_HEAP:
  case OBJECT_STATIC: return x->ptr_bits == 64 ? 4 : 3;
  case OBJECT_GLOBAL: return log2_of(x->program->globals.data[o->index].align);
  case OBJECT_STACK: {
    const Inst *made = ir_inst(x->program, o->made_at);
    return made->op == OP_ALLOCA && made->imm > 0 ? log2_of((uint64_t)made->imm) : 0;
  }
  default: return 0;
  }
}

/* An address whose low bits are 0. */
static Term with_low_bits(Exec *x, Term high, unsigned low) {
  return low ? term_concat(x->terms, high, term_const(x->terms, low, 0)) : high;
}

static Term base_of(Exec *x, Memory *m, uint32_t id) {
  Object *o = memory_get(m, id);
  if (term_is_none(o->base)) { /* the same for every path that shares the object */
    unsigned low = sym_low_bits(x, o);
    Term high = term_var(x->terms, x->ptr_bits - low);
    o->base = with_low_bits(x, high, low);
    map_set(x->arena, &x->base_objects, term_node(x->terms, high)->aux, id);
  }
  return o->base;
}

Term sym_address(Exec *x, Memory *m, SymVal pointer) {
  Term base = base_of(x, m, pointer.object);
  return term_add(x->terms, base, sym_to_term(x->terms, pointer, x->ptr_bits));
}

Term sym_number(Exec *x, SymState *s, SymVal v, unsigned width) {
  if (!sym_is_ptr(v)) return sym_to_term(x->terms, v, width);
  Term t = sym_address(x, &s->memory, v);
  const Object *o = memory_get(&s->memory, v.object);
  /* Where the object can lie: not at null and not across the end of the address space. */
  Term low = term_const(x->terms, x->ptr_bits, LOWEST_ADDRESS);
  Term room = term_const(x->terms, x->ptr_bits,
                         x->ptr_mask - (o->size.kind == SYM_INT ? o->size.bits : 0) - 64);
  Term placed = term_and(x->terms, term_ule(x->terms, low, o->base),
                         term_ule(x->terms, o->base, room));
  s->path = path_add(x->arena, x->terms, s->path, placed);
  if (width < x->ptr_bits) return term_extract(x->terms, t, 0, width);
  return term_zext(x->terms, t, width);
}

/* The object whose base address is a summand (factor one) of the number, if just one is.
 */
SymVal recover_pointer(Exec *x, SymVal number) {
  if (number.kind != SYM_TERM) return number;
  Term t = sym_term_of(number);
  const TermNode *n = term_node(x->terms, t);
  if (n->width != x->ptr_bits) return number;
  uint32_t object = 0;
  Term base = TERM_NONE;
  unsigned count = n->op == TERM_LINEAR ? n->arg_count - 1u : 1;
  for (unsigned k = 0; k < count; k += 2) {
    Term part = n->op == TERM_LINEAR ? term_arg(x->terms, t, k) : t;
    Word factor =
      n->op == TERM_LINEAR ? term_node(x->terms, term_arg(x->terms, t, k + 1))->value : 1;
    bool joined = term_node(x->terms, part)->op == TERM_CONCAT;
    Term high = joined ? term_arg(x->terms, part, 0) : part;
    if (term_node(x->terms, high)->op != TERM_VAR) continue;
    uint64_t *found = map_find(&x->base_objects, term_node(x->terms, high)->aux);
    if (!found) continue;
    if (object || factor != 1) return number;
    object = (uint32_t)*found;
    base = with_low_bits(x, high, n->width - term_width(x->terms, high));
  }
  if (!object) return number;
  SymVal offset = sym_from_term(x->terms, term_sub(x->terms, t, base));
  offset.kind = offset.kind == SYM_INT ? SYM_PTR : SYM_PTR_TERM;
  offset.object = object;
  return offset;
}

bool sym_known(Exec *x, SymState *s, SymVal v, unsigned width, uint64_t *value) {
  if (v.kind == SYM_INT || v.kind == SYM_PTR) return *value = v.bits, true;
  if (width > 64) return false;
  Word low, high;
  solver_range(x->solver, s->path, sym_term_of(v), &low, &high);
  if (low != high) return false;
  *value = (uint64_t)low;
  return true;
}

bool sym_split(Exec *x, SymState *s, SymVal v, unsigned width, uint64_t *value) {
  if (sym_known(x, s, v, width, value)) return true;
  Term t = sym_term_of(v);
  Model *model = solver_model(x->solver, s->path);
  if (!model || width > 64)
    return state_drop(x, s, "a value could not be enumerated"), false;
  *value = (uint64_t)model_eval(model, x->terms, t);
  Term equal = term_eq(x->terms, t, term_const(x->terms, width, *value));
  Term other = term_not(x->terms, equal);
  Model *other_model = NULL;
  Answer more = solver_may(x->solver, s->path, other, &other_model);
  if (more != ANSWER_NO) {
    SymState *rest = state_fork(x, s);
    rest->choices = s->choices_before;
    if (more == ANSWER_YES && ++rest->forks_here <= MAX_SPLIT) {
      state_assume(x, rest, other, other_model);
      state_schedule(x, rest);
    } else {
      state_drop(x, rest, "too many values for an offset or length");
      state_free(rest);
    }
  }
  state_assume(x, s, equal, model);
  return true;
}
