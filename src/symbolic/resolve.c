/* Which object a number means. Terms over base addresses (a choice between pointers,
 * pointers that went through a table as numbers) are split over the objects they mention:
 * one path for each object that the number may lie in, and one for "in none of them". */
#include "symbolic/exec.h"

enum { MAX_TARGETS = 64 };

/* This path: inside the object; another one tries the instruction again with "outside".
 */
static void split_target(Exec *x, SymState *s, Term inside, Model *model) {
  Term outside = term_not(x->terms, inside);
  Model *other = NULL;
  if (solver_may(x->solver, s->path, outside, &other) != ANSWER_NO) {
    SymState *rest = state_fork(x, s);
    rest->choices = s->choices_before;
    state_assume(x, rest, outside, other);
    if (++rest->forks_here <= MAX_TARGETS)
      state_schedule(x, rest);
    else {
      state_drop(x, rest, "too many objects for one pointer");
      state_free(rest);
    }
  }
  state_assume(x, s, inside, model);
}

static bool try_target(Exec *x, SymState *s, uint32_t object, SymVal *pointer,
                       Answer *may) {
  const Object *o = memory_get(&s->memory, object);
  Term t = sym_term_of(*pointer), offset = term_sub(x->terms, t, o->base);
  Term inside = term_ult(x->terms, offset, sym_to_term(x->terms, o->size, x->ptr_bits));
  Model *model = NULL;
  *may = solver_may(x->solver, s->path, inside, &model);
  if (*may != ANSWER_YES) return false;
  split_target(x, s, inside, model);
  SymVal found = sym_from_term(x->terms, offset);
  found.kind = found.kind == SYM_INT ? SYM_PTR : SYM_PTR_TERM;
  found.object = object;
  *pointer = found;
  return true;
}

bool sym_resolve(Exec *x, SymState *s, SymVal *pointer, StepResult *result) {
  if (pointer->kind != SYM_TERM) return true;
  SymVal found = recover_pointer(x, *pointer);
  if (sym_is_ptr(found)) return *pointer = found, true;
  const VecU32 *vars = term_support(x->terms, sym_term_of(*pointer));
  for (uint32_t k = 0; k < vars->len; k++) {
    uint64_t *object = map_find(&x->base_objects, vars->data[k]);
    Answer may = ANSWER_NO;
    if (object && try_target(x, s, (uint32_t)*object, pointer, &may)) return true;
    if (may == ANSWER_UNKNOWN)
      return *result = state_drop(x, s, "solver gave no answer on a pointer"), false;
  }
  uint64_t known;
  if (sym_known(x, s, *pointer, x->ptr_bits, &known)) *pointer = sym_int(known);
  return true;
}
