/* See z3_values.h. */
#include "solver/z3_values.h"

#include <string.h>

#include "solver/z3_api.h"

bool z3_numeral(Z3_context c, Z3_ast a, Word *value) {
  uint64_t small;
  if (z3.get_ast_kind(c, a) != Z3_NUMERAL_AST) return false;
  if (z3.get_numeral_uint64(c, a, &small)) return *value = small, true;
  const char *digits = z3.get_numeral_string(c, a);
  bool negative = *digits == '-';
  for (*value = 0, digits += negative; *digits; digits++) {
    if (*digits < '0' || *digits > '9') return false;
    *value = *value * 10 + (Word)(*digits - '0');
  }
  if (negative) *value = -*value;
  return true;
}

static void take_graph(Z3_context c, Z3_func_interp graph, uint32_t number, Arena *arena,
                       Model *out) {
  Word index, byte;
  for (unsigned i = 0; i < z3.func_interp_get_num_entries(c, graph); i++) {
    Z3_func_entry entry = z3.func_interp_get_entry(c, graph, i);
    z3.func_entry_inc_ref(c, entry);
    if (z3_numeral(c, z3.func_entry_get_arg(c, entry, 0), &index) &&
        z3_numeral(c, z3.func_entry_get_value(c, entry), &byte))
      model_set_byte(out, arena, number, index, (uint8_t)byte);
    z3.func_entry_dec_ref(c, entry);
  }
  if (z3_numeral(c, z3.func_interp_get_else(c, graph), &byte))
    model_set_default(out, arena, number, (uint8_t)byte);
}

void z3_take_array(Z3_context c, Z3_model m, Z3_ast value, uint32_t number, Arena *arena,
                   Model *out) {
  for (;;) {
    if (z3.is_as_array(c, value)) {
      Z3_func_interp graph =
        z3.model_get_func_interp(c, m, z3.get_as_array_func_decl(c, value));
      if (!graph) return;
      z3.func_interp_inc_ref(c, graph);
      take_graph(c, graph, number, arena, out);
      z3.func_interp_dec_ref(c, graph);
      return;
    }
    if (z3.get_ast_kind(c, value) != Z3_APP_AST) return;
    Z3_app app = z3.to_app(c, value);
    Z3_decl_kind kind = z3.get_decl_kind(c, z3.get_app_decl(c, app));
    Word index, byte;
    if (kind == Z3_OP_CONST_ARRAY) {
      if (z3_numeral(c, z3.get_app_arg(c, app, 0), &byte))
        model_set_default(out, arena, number, (uint8_t)byte);
      return;
    }
    if (kind != Z3_OP_STORE) return;
    if (z3_numeral(c, z3.get_app_arg(c, app, 1), &index) &&
        z3_numeral(c, z3.get_app_arg(c, app, 2), &byte))
      model_set_byte(out, arena, number, index, (uint8_t)byte);
    value = z3.get_app_arg(c, app, 0);
  }
}

bool z3_model_holds(Terms *terms, Model *m, const Term *constraints, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!model_eval(m, terms, constraints[i])) return false;
  return true;
}

void z3_limit(Z3_context c, Z3_solver solver, uint64_t effort) {
  Z3_params params = z3.mk_params(c);
  z3.params_inc_ref(c, params);
  z3.params_set_uint(c, params, z3.mk_string_symbol(c, "rlimit"),
                     effort > UINT32_MAX ? UINT32_MAX : (unsigned)effort);
  z3.solver_set_params(c, solver, params);
  z3.params_dec_ref(c, params);
}

uint64_t z3_spent(Z3_context c, Z3_solver solver) {
  Z3_stats all = z3.solver_get_statistics(c, solver);
  uint64_t spent = 0;
  z3.stats_inc_ref(c, all);
  for (unsigned i = 0; i < z3.stats_size(c, all); i++)
    if (strcmp(z3.stats_get_key(c, all, i), "rlimit count") == 0)
      spent = z3.stats_is_uint(c, all, i)
                ? z3.stats_get_uint_value(c, all, i)
                : (uint64_t)z3.stats_get_double_value(c, all, i);
  z3.stats_dec_ref(c, all);
  return spent;
}
