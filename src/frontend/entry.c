/* Where a run starts: main, the model that makes main's arguments, or the function asked
 * for; before it, what the program wants to run first (constructors). */
#include <stdlib.h>
#include <string.h>

#include "frontend/lower.h"

typedef struct Constructor {
  uint64_t priority;
  unsigned order;
  LLVMValueRef function;
} Constructor;

typedef Vec(Constructor) VecConstructors;

static int by_priority(const void *a, const void *b) {
  const Constructor *x = a, *y = b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* The entries of llvm.global_ctors or llvm.global_dtors: {priority, function, data}. */
static VecConstructors constructors(Lower *l, const char *list) {
  VecConstructors found = {0};
  LLVMValueRef global = LLVMGetNamedGlobal(l->user, list);
  LLVMValueRef value = global ? LLVMGetInitializer(global) : NULL;
  LLVMValueRef entry;
  for (unsigned i = 0; value && (entry = LLVMGetAggregateElement(value, i)); i++) {
    LLVMValueRef priority = LLVMGetAggregateElement(entry, 0);
    LLVMValueRef function = LLVMGetAggregateElement(entry, 1);
    if (!priority || !LLVMIsAConstantInt(priority) || !LLVMIsAFunction(function))
      continue;
    vec_push(l->arena, &found,
             (Constructor){LLVMConstIntGetZExtValue(priority), i, function});
  }
  if (found.len) qsort(found.data, found.len, sizeof *found.data, by_priority);
  return found;
}

static void call_plain(Lower *l, LLVMValueRef function) {
  static const Layout nothing = {.known = true};
  Fn fn = function_of(l, function);
  emit_call(l, build_func_addr(l->p, fn, type_ptr()), fn, NULL, 0, &nothing, (Sym){0});
}

/* A function that runs the constructors, the entry, and the destructors. */
static Fn wrap_entry(Lower *l, Fn entry) {
  VecConstructors before = constructors(l, "llvm.global_ctors");
  VecConstructors after = constructors(l, "llvm.global_dtors");
  if (!before.len && !after.len) return entry;
  if (after.len) lower_assume(l, "destructors run only when main returns");
  Fn fn = build_declare_function(l->p, symbol_unique(l, "__belay_run", true), FN_MODEL);
  Type code = type_int(32);
  vec_push(l->arena, &l->p->functions.data[fn.id].results, code);
  lower_begin_plain(l, fn);
  const Layout result = {.known = true, .count = 1, .lanes = &(Lane){.type = code}};
  for (uint32_t i = 0; i < before.len; i++) call_plain(l, before.data[i].function);
  Val callee = build_func_addr(l->p, entry, type_ptr());
  const Vals *given = emit_call(l, callee, entry, NULL, 0, &result, (Sym){0});
  for (uint32_t i = after.len; i > 0; i--) call_plain(l, after.data[i - 1].function);
  emit_jump(l, (Inst){.op = OP_RET}, given->v, 1, NULL, 0);
  build_end_function(l->b);
  return fn;
}

static bool takes_parameters(LLVMValueRef function) {
  return LLVMCountParams(function) > 0;
}

static LLVMValueRef defined(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = module ? LLVMGetNamedFunction(module, name) : NULL;
  return function && !LLVMIsDeclaration(function) ? function : NULL;
}

bool entry_choose_made(Lower *l, LLVMValueRef function) {
  l->p->entry = wrap_entry(l, function_of(l, function));
  return true;
}

static bool choose_named(Lower *l, const char *name, const char **error) {
  LLVMValueRef function = defined(l->user, name);
  if (!function) {
    *error = arena_printf(l->arena, "there is no function '%s' to start at", name);
    return false;
  }
  if (takes_parameters(function)) {
    *error = arena_printf(
      l->arena, "function '%s' takes parameters: a run cannot start there", name);
    return false;
  }
  l->p->entry = wrap_entry(l, function_of(l, function));
  return true;
}

bool entry_choose(Lower *l, const char **error) {
  const char *name = l->options->entry;
  if (name && strcmp(name, "main")) return choose_named(l, name, error);
  LLVMValueRef function = defined(l->user, "main");
  if (!function && name) return choose_named(l, name, error);
  if (!function) return true;
  LLVMValueRef start = defined(l->models, "__belay_start");
  if (!start) start = defined(l->models, "__belay_start_count");
  if (!start) start = defined(l->models, "__belay_start_plain");
  if (!start && !takes_parameters(function)) start = function;
  if (start)
    l->p->entry = wrap_entry(l, function_of(l, start));
  else
    lower_assume(l, "main takes arguments, and no model makes them");
  return true;
}
