/* Which definition a name means: the program's own, an operation of the IR, the models',
 * or nobody's. */
#include <string.h>

#include "frontend/holds.h"
#include "frontend/lower.h"

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static bool is_public(LLVMValueRef v) {
  LLVMLinkage linkage = LLVMGetLinkage(v);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

/* The body of an inline function whose real definition is elsewhere. */
static bool is_only_inline(LLVMValueRef v) {
  return LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage;
}

static LLVMValueRef named(LLVMModuleRef module, LLVMValueRef like) {
  if (!module) return NULL;
  size_t length;
  const char *name = LLVMGetValueName2(like, &length);
  LLVMValueRef found = LLVMIsAFunction(like) ? LLVMGetNamedFunction(module, name)
                                             : LLVMGetNamedGlobal(module, name);
  if (!found) found = LLVMGetNamedGlobalAlias(module, name, length);
  return found && is_public(found) ? found : NULL;
}

static bool is_defined(LLVMValueRef v) {
  return LLVMIsAGlobalAlias(v) || !LLVMIsDeclaration(v);
}

/* One step towards the definition; `v` when there is none. */
static LLVMValueRef resolve_once(Lower *l, LLVMValueRef v) {
  if (LLVMIsAGlobalAlias(v)) {
    LLVMValueRef behind = LLVMAliasGetAliasee(v);
    return behind ? behind : v;
  }
  if (!LLVMIsAFunction(v) && !LLVMIsAGlobalVariable(v)) return v;
  if (!LLVMIsDeclaration(v) && !is_only_inline(v)) return v;
  bool model = symbol_in_models(l, v);
  LLVMValueRef other = named(model ? l->user : l->models, v);
  if (!other || other == v) return v;
  if (is_defined(other) && !is_only_inline(other)) return other;
  return model && LLVMIsDeclaration(v) ? other : v;
}

LLVMValueRef symbol_resolve(Lower *l, LLVMValueRef v) {
  for (int steps = 0; steps < 64; steps++) {
    LLVMValueRef next = resolve_once(l, v);
    if (next == v) return v;
    v = next;
  }
  return v;
}

static Target find_target(Lower *l, LLVMValueRef given) {
  LLVMValueRef function = symbol_resolve(l, given);
  Target target = {.kind = TARGET_EXTERN, .function = function};
  if (!LLVMIsAFunction(function)) return target;
  const char *name = LLVMGetValueName(function);
  if (LLVMGetIntrinsicID(function)) {
    target.kind = TARGET_INTRINSIC;
    target.known = intrinsic_find(name);
  } else if (!strcmp(name, HOLD_NAME)) {
    target.kind = TARGET_KNOWN;
    target.known = library_find(name);
  } else if (!LLVMIsDeclaration(function) && LLVMCountBasicBlocks(function)) {
    target.kind = TARGET_BODY;
  } else if ((target.known = library_find(name))) {
    target.kind = TARGET_KNOWN;
  } else if (library_is_math(name)) {
    target.kind = TARGET_MATH;
  }
  return target;
}

const Target *target_of(Lower *l, LLVMValueRef function) {
  uint64_t found = map_get(&l->targets, key_of(function), 0);
  if (found) return (const Target *)(uintptr_t)found;
  Target *target = arena_new_object(l->arena, Target);
  *target = find_target(l, function);
  map_set(l->arena, &l->targets, key_of(function), key_of(target));
  return target;
}

static bool has_attribute(LLVMValueRef function, unsigned kind) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

static void set_types(Lower *l, Fn fn, LLVMTypeRef type) {
  Function *made = &l->p->functions.data[fn.id];
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *params = arena_new_array(l->arena, LLVMTypeRef, count + 1);
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < count; i++) {
    const Layout *layout = type_layout(l, params[i]);
    for (uint32_t k = 0; k < layout->count; k++)
      vec_push(l->arena, &made->params, layout->lanes[k].type);
  }
  const Layout *result = type_layout(l, LLVMGetReturnType(type));
  for (uint32_t k = 0; k < result->count; k++)
    vec_push(l->arena, &made->results, result->lanes[k].type);
}

static uint32_t flags_of(Lower *l, const Target *target) {
  uint32_t flags = 0;
  if (target->kind == TARGET_EXTERN) flags |= FN_EXTERN;
  if (target->kind == TARGET_KNOWN || target->kind == TARGET_MATH) flags |= FN_MODEL;
  if (symbol_in_models(l, target->function)) flags |= FN_MODEL;
  if (!strncmp(LLVMGetValueName(target->function), "__belay_", 8)) flags |= FN_MODEL;
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(target->function)))
    flags |= FN_VARIADIC;
  if (has_attribute(target->function, l->noreturn_kind)) flags |= FN_NORETURN;
  return flags;
}

/* What a model calls where it knows no better; most programs never get there. */
static bool is_model_gap(const char *name) {
  return !strncmp(name, "__belay_unmodelled_", 19);
}

static Fn declare(Lower *l, const Target *target) {
  LLVMValueRef function = target->function;
  const char *name = LLVMGetValueName(function);
  uint32_t flags = flags_of(l, target);
  Fn fn = build_declare_function(l->p, symbol_unique(l, name, flags & FN_MODEL), flags);
  set_types(l, fn, LLVMGlobalGetValueType(function));
  l->p->functions.data[fn.id].pos = position_of_function(l, function);
  if (target->kind != TARGET_EXTERN) vec_push(l->arena, &l->body_queue, function);
  if (target->kind == TARGET_EXTERN && !is_model_gap(name))
    lower_assume(l, "calls unknown function %s", name);
  return fn;
}

Fn function_of(Lower *l, LLVMValueRef given) {
  uint64_t *found = map_find(&l->functions, key_of(given));
  if (found) return (Fn){(uint32_t)*found - 1};
  const Target *target = target_of(l, given);
  Fn fn =
    target->function == given ? declare(l, target) : function_of(l, target->function);
  map_set(l->arena, &l->functions, key_of(given), fn.id + 1);
  return fn;
}
