/* What a path came to, for tests that compare it with a run of the interpreter. */
#include "symbolic/exec.h"
#include "symbolic/symbolic.h"

static void (*told_to)(void *context, const SymbolicEnd *end);
static void *told_context;

void symbolic_on_end(void (*told)(void *context, const SymbolicEnd *end), void *context) {
  told_to = told;
  told_context = context;
}

/* A number that was computed from an address is another one in every run. */
static bool depends_on_address(Exec *x, Term t) {
  const VecU32 *vars = term_support(x->terms, t);
  for (uint32_t k = 0; k < vars->len; k++)
    if (map_has(&x->base_objects, vars->data[k])) return true;
  return false;
}

static bool value_of(Exec *x, const SymState *s, Model *model, SymVal v,
                     SymbolicValue *out) {
  if (v.kind == SYM_TERM) v = recover_pointer(x, v);
  out->is_pointer = sym_is_ptr(v);
  out->bits = v.bits;
  if (v.kind == SYM_TERM || v.kind == SYM_PTR_TERM) {
    if (depends_on_address(x, sym_term_of(v))) return false;
    out->bits = (uint64_t)model_eval(model, x->terms, sym_term_of(v));
  }
  if (!out->is_pointer) return true;
  out->made_at = memory_get(&s->memory, v.object)->made_at;
  return true;
}

void tell_end(Exec *x, SymState *s) {
  if (!told_to || x->mode != MODE_EXPLORE) return;
  Model *model = solver_model(x->solver, s->path);
  if (!model) return;
  Inputs inputs = inputs_of(x, s, model);
  Vec(SymbolicValue) values = {0};
  const Block *b = ir_block(x->program, ir_inst(x->program, s->frame->at)->block);
  uint32_t first = ir_function(x->program, s->frame->fn)->first;
  ir_each_inst(b, v) {
    SymbolicValue value = {.at = ir_inst(x->program, v)->origin, .made_at = VAL_NONE};
    if (type_is_void(ir_inst(x->program, v)->type)) continue;
    if (value_of(x, s, model, s->frame->regs[v.id - first], &value))
      vec_push(x->arena, &values, value);
  }
  SymbolicEnd end = {&inputs, values.data, values.len};
  told_to(told_context, &end);
}
