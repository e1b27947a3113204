/* Terms as Z3 expressions, asked in one incremental solver; what that cannot do within
 * the effort is asked once more of a bit-blasting tactic with four times the effort. */
#include "solver/z3_backend.h"

#include <string.h>

#include "base/panic.h"
#include "solver/term_build.h"
#include "solver/z3_api.h"
#include "solver/z3_values.h"

struct Z3Backend {
  Arena *arena;
  Terms *terms;
  Z3_context context;
  Z3_solver incremental;
  Z3_solver heavy;  /* made on first use */
  Vec(Z3_ast) asts; /* term id -> expression, NULL until made */
  bool failed;      /* Z3 reported an error in this call */
};

static Z3Backend *current; /* Z3's error handler gets no user data */

static void on_error(Z3_context c, Z3_error_code e) {
  (void)c;
  (void)e;
  if (current) current->failed = true;
}

Z3Backend *z3_backend_new(Arena *arena, Terms *terms) {
  Z3Backend *z = arena_new_object(arena, Z3Backend);
  z->arena = arena;
  z->terms = terms;
  z3_load();
  Z3_config config = z3.mk_config();
  z3.set_param_value(config, "model", "true");
  z->context = z3.mk_context(config);
  z3.del_config(config);
  z3.set_error_handler(z->context, on_error);
  z->incremental = z3.mk_simple_solver(z->context);
  z3.solver_inc_ref(z->context, z->incremental);
  return z;
}

uint64_t z3_backend_spent(Z3Backend *z) { return z3_spent(z->context, z->incremental); }

void z3_backend_free(Z3Backend *z) {
  z3.solver_dec_ref(z->context, z->incremental);
  if (z->heavy) z3.solver_dec_ref(z->context, z->heavy);
  z3.del_context(z->context);
}

/* ---- translation ---- */

static Z3_ast constant(Z3_context c, unsigned width, Word value) {
  if (width <= 64)
    return z3.mk_unsigned_int64(c, (uint64_t)value, z3.mk_bv_sort(c, width));
  Z3_ast high =
    z3.mk_unsigned_int64(c, (uint64_t)(value >> 64), z3.mk_bv_sort(c, width - 64));
  return z3.mk_concat(c, high,
                      z3.mk_unsigned_int64(c, (uint64_t)value, z3.mk_bv_sort(c, 64)));
}

/* One bit as a vector and as a truth value. Comparisons are kept as vectors of one bit.
 */
static Z3_ast as_bit(Z3_context c, Z3_ast truth) {
  return z3.mk_ite(c, truth, constant(c, 1, 1), constant(c, 1, 0));
}

static Z3_ast as_truth(Z3_context c, Z3_ast bit) {
  return z3.mk_eq(c, bit, constant(c, 1, 1));
}

static Z3_ast symbol(Z3Backend *z, const TermNode *n, bool array) {
  Z3_context c = z->context;
  Z3_sort sort = z3.mk_bv_sort(c, n->width);
  if (array) sort = z3.mk_array_sort(c, sort, z3.mk_bv_sort(c, 8));
  return z3.mk_const(c, z3.mk_int_symbol(c, (int)n->aux), sort);
}

static Z3_ast linear(Z3Backend *z, const TermNode *n, const Z3_ast *a) {
  Z3_context c = z->context;
  Z3_ast sum = a[n->arg_count - 1];
  bool plain =
    term_node(z->terms, (Term){z->terms->args.data[n->args + n->arg_count - 1u]})
      ->value == 0;
  for (unsigned i = 0; i + 1 < n->arg_count; i += 2) {
    Word factor =
      term_node(z->terms, (Term){z->terms->args.data[n->args + i + 1]})->value;
    Z3_ast part = a[i];
    if (factor == word_mask(n->width)) {
      sum = plain ? z3.mk_bvneg(c, part) : z3.mk_bvsub(c, sum, part);
    } else {
      if (factor != 1) part = z3.mk_bvmul(c, a[i + 1], part);
      sum = plain ? part : z3.mk_bvadd(c, sum, part);
    }
    plain = false;
  }
  return sum;
}

static Z3_ast translate(Z3Backend *z, const TermNode *n, const Z3_ast *a) {
  Z3_context c = z->context;
  switch ((TermOp)n->op) {
  case TERM_CONST: return constant(c, n->width, n->value);
  case TERM_VAR: return symbol(z, n, false);
  case TERM_ARRAY: return symbol(z, n, true);
  case TERM_LINEAR: return linear(z, n, a);
  case TERM_MUL: return z3.mk_bvmul(c, a[0], a[1]);
  case TERM_UDIV: return z3.mk_bvudiv(c, a[0], a[1]);
  case TERM_SDIV: return z3.mk_bvsdiv(c, a[0], a[1]);
  case TERM_UREM: return z3.mk_bvurem(c, a[0], a[1]);
  case TERM_SREM: return z3.mk_bvsrem(c, a[0], a[1]);
  case TERM_AND: return z3.mk_bvand(c, a[0], a[1]);
  case TERM_OR: return z3.mk_bvor(c, a[0], a[1]);
  case TERM_XOR: return z3.mk_bvxor(c, a[0], a[1]);
  case TERM_NOT: return z3.mk_bvnot(c, a[0]);
  case TERM_SHL: return z3.mk_bvshl(c, a[0], a[1]);
  case TERM_LSHR: return z3.mk_bvlshr(c, a[0], a[1]);
  case TERM_ASHR: return z3.mk_bvashr(c, a[0], a[1]);
  case TERM_EQ: return as_bit(c, z3.mk_eq(c, a[0], a[1]));
  case TERM_ULT: return as_bit(c, z3.mk_bvult(c, a[0], a[1]));
  case TERM_ULE: return as_bit(c, z3.mk_bvule(c, a[0], a[1]));
  case TERM_SLT: return as_bit(c, z3.mk_bvslt(c, a[0], a[1]));
  case TERM_SLE: return as_bit(c, z3.mk_bvsle(c, a[0], a[1]));
  case TERM_ITE: return z3.mk_ite(c, as_truth(c, a[0]), a[1], a[2]);
  case TERM_ZEXT:
  case TERM_SEXT: {
    Term inner = {z->terms->args.data[n->args]};
    unsigned more = n->width - term_width(z->terms, inner);
    return n->op == TERM_ZEXT ? z3.mk_zero_ext(c, more, a[0])
                              : z3.mk_sign_ext(c, more, a[0]);
  }
  case TERM_EXTRACT: return z3.mk_extract(c, n->aux + n->width - 1, n->aux, a[0]);
  case TERM_CONCAT: return z3.mk_concat(c, a[0], a[1]);
  case TERM_READ: return z3.mk_select(c, a[0], a[1]);
  case TERM_FILL: return z3.mk_const_array(c, z3.mk_bv_sort(c, n->width), a[0]);
  case TERM_STORE: return z3.mk_store(c, a[0], a[1], a[2]);
  default: panic("term cannot be given to Z3");
  }
}

static Z3_ast ast_of(Z3Backend *z, Term t) {
  if (z->asts.len < z->terms->nodes.len)
    vec_resize(z->arena, &z->asts, z->terms->nodes.len);
  VecU32 stack = {0};
  vec_push(z->arena, &stack, t.id);
  while (stack.len) {
    uint32_t id = vec_last(&stack), before = stack.len;
    const TermNode *n = &z->terms->nodes.data[id];
    const uint32_t *args = z->terms->args.data + n->args;
    for (unsigned i = 0; i < n->arg_count; i++)
      if (!z->asts.data[args[i]]) vec_push(z->arena, &stack, args[i]);
    if (stack.len > before) continue;
    stack.len--;
    if (z->asts.data[id]) continue;
    Z3_ast operands[160];
    BELAY_ASSERT(n->arg_count <= 160);
    for (unsigned i = 0; i < n->arg_count; i++) operands[i] = z->asts.data[args[i]];
    Z3_ast made = translate(z, n, operands);
    z3.inc_ref(z->context, made);
    z->asts.data[id] = made;
  }
  return z->asts.data[t.id];
}

/* ---- models ---- */

static Model *take_model(Z3Backend *z, Z3_solver solver, const Term *constraints,
                         uint32_t count, Arena *arena) {
  Z3_context c = z->context;
  Z3_model m = z3.solver_get_model(c, solver);
  if (!m) return NULL;
  z3.model_inc_ref(c, m);
  Model *out = model_new(arena);
  for (uint32_t i = 0; i < count; i++) {
    const VecU32 *vars = term_support(z->terms, constraints[i]);
    for (uint32_t j = 0; j < vars->len; j++) {
      Term var = {z->terms->vars.data[vars->data[j]]};
      Z3_ast value = NULL;
      if (!z3.model_eval(c, m, ast_of(z, var), true, &value) || !value) continue;
      Word number;
      if (term_is_array(z->terms, var))
        z3_take_array(c, m, value, vars->data[j], arena, out);
      else if (z3_numeral(c, value, &number))
        model_set(out, arena, vars->data[j], number);
    }
  }
  z3.model_dec_ref(c, m);
  return out;
}

/* ---- asking ---- */

/* A name for "this constraint holds", so that Z3 can say which ones it needed. */
static Z3_ast name_of(Z3Backend *z, Term t) {
  Z3_symbol symbol = z3.mk_int_symbol(z->context, (int)t.id);
  return z3.mk_const(z->context, symbol, z3.mk_bool_sort(z->context));
}

static Z3_lbool check_plain(Z3Backend *z, Z3_solver solver, const Term *constraints,
                            uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    z3.solver_assert(z->context, solver, as_truth(z->context, ast_of(z, constraints[i])));
  return z->failed ? Z3_L_UNDEF : z3.solver_check(z->context, solver);
}

static Z3_lbool check_named(Z3Backend *z, Z3_solver solver, const Term *constraints,
                            uint32_t count, Arena *arena) {
  Z3_ast *names = arena_new_array(arena, Z3_ast, count);
  for (uint32_t i = 0; i < count; i++) {
    Z3_context c = z->context;
    names[i] = name_of(z, constraints[i]);
    z3.solver_assert(c, solver,
                     z3.mk_implies(c, names[i], as_truth(c, ast_of(z, constraints[i]))));
  }
  return z->failed ? Z3_L_UNDEF
                   : z3.solver_check_assumptions(z->context, solver, count, names);
}

static void take_core(Z3Backend *z, Z3_solver solver, const Term *constraints,
                      uint32_t count, Arena *arena, VecU32 *core) {
  Z3_context c = z->context;
  Z3_ast_vector used = z3.solver_get_unsat_core(c, solver);
  z3.ast_vector_inc_ref(c, used);
  for (uint32_t i = 0; i < count; i++) {
    Z3_ast name = name_of(z, constraints[i]);
    for (unsigned k = 0; k < z3.ast_vector_size(c, used); k++)
      if (z3.is_eq_ast(c, name, z3.ast_vector_get(c, used, k))) {
        vec_push(arena, core, constraints[i].id);
        break;
      }
  }
  z3.ast_vector_dec_ref(c, used);
}

static Z3_lbool ask(Z3Backend *z, Z3_solver solver, const Term *constraints,
                    uint32_t count, Arena *arena, Model **model, VecU32 *core) {
  Z3_context c = z->context;
  z3.solver_push(c, solver);
  Z3_lbool answer = core ? check_named(z, solver, constraints, count, arena)
                         : check_plain(z, solver, constraints, count);
  if (answer == Z3_L_FALSE && core) take_core(z, solver, constraints, count, arena, core);
  if (answer == Z3_L_TRUE) {
    Model *m = take_model(z, solver, constraints, count, arena);
    if (!m || !z3_model_holds(z->terms, m, constraints, count))
      answer = Z3_L_UNDEF;
    else if (model)
      *model = m;
  }
  z3.solver_pop(c, solver, 1);
  return z->failed ? Z3_L_UNDEF : answer;
}

static Z3_solver heavy_solver(Z3Backend *z) {
  if (!z->heavy) {
    z->heavy =
      z3.mk_solver_for_logic(z->context, z3.mk_string_symbol(z->context, "QF_ABV"));
    z3.solver_inc_ref(z->context, z->heavy);
  }
  return z->heavy;
}

Answer z3_backend_check(Z3Backend *z, const Term *constraints, uint32_t count,
                        uint64_t effort, Arena *arena, Model **model, VecU32 *core) {
  current = z;
  z->failed = false;
  if (core) vec_clear(core);
  z3_limit(z->context, z->incremental, effort);
  Z3_lbool answer = ask(z, z->incremental, constraints, count, arena, model, core);
  if (answer == Z3_L_UNDEF) {
    z->failed = false;
    z3_limit(z->context, heavy_solver(z), effort * 4);
    answer = ask(z, heavy_solver(z), constraints, count, arena, model, NULL);
    for (uint32_t i = 0; core && answer == Z3_L_FALSE && i < count; i++)
      vec_push(arena, core, constraints[i].id);
  }
  current = NULL;
  return answer == Z3_L_TRUE    ? ANSWER_YES
         : answer == Z3_L_FALSE ? ANSWER_NO
                                : ANSWER_UNKNOWN;
}
