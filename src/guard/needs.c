/* Which parameters of bodies need a referent. One that is only compared, accessed where
 * no check is left, and passed on to parameters that need none, does without: its callers
 * neither look for it nor follow the life of the variable whose address they pass.
 *
 * yields: Guard.needed, before the first function is guarded. */
#include "guard/pass.h"

static bool is_needed(const Guard *g, LLVMValueRef param) {
  return map_has(&g->needed, key_of(param));
}

/* The parameter of a body that an argument becomes; NULL: something else. */
static LLVMValueRef becomes(Guard *g, LLVMValueRef call, unsigned argument) {
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
  LLVMValueRef body = callee ? calls_body_of(g, call, callee) : NULL;
  if (!body || argument >= LLVMCountParams(callee) || !has_referent(callee, argument))
    return NULL;
  return LLVMGetParam(body, argument);
}

static bool argument_needs(Guard *g, LLVMValueRef call, unsigned i) {
  if (intrinsic_named(call, "llvm.lifetime.start") ||
      intrinsic_named(call, "llvm.lifetime.end"))
    return false;
  if (intrinsic_of(call)) return !access_is_excused(g, call);
  LLVMValueRef param = becomes(g, call, i);
  return !param || is_needed(g, param);
}

/* Whether what uses the pointer as this operand asks for its referent; *passes: its
 * result is computed from the pointer and has the same one. */
static bool use_needs(Guard *g, LLVMValueRef user, unsigned operand, bool *passes) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMICmp: return false;
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMFreeze:
  case LLVMPHI:
  case LLVMSelect: *passes = true; return false;
  case LLVMLoad: return !access_is_light(g, user);
  case LLVMStore: return operand == 0 || !access_is_light(g, user);
  case LLVMCall:
    return operand >= LLVMGetNumArgOperands(user) || argument_needs(g, user, operand);
  default: return true;
  }
}

static bool any_operand_needs(Guard *g, LLVMValueRef user, LLVMValueRef value,
                              bool *passes) {
  for (int i = 0; i < LLVMGetNumOperands(user); i++)
    if (LLVMGetOperand(user, (unsigned)i) == value &&
        use_needs(g, user, (unsigned)i, passes))
      return true;
  return false;
}

static bool param_needs(Guard *g, LLVMValueRef param) {
  Map seen = {0};
  Vec(LLVMValueRef) work = {0};
  vec_push(g->arena, &work, param);
  while (work.len) {
    LLVMValueRef value = vec_pop(&work);
    if (map_has(&seen, key_of(value))) continue;
    map_set(g->arena, &seen, key_of(value), 1);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      bool passes = false;
      if (!LLVMIsAInstruction(user) || any_operand_needs(g, user, value, &passes))
        return true;
      if (passes) vec_push(g->arena, &work, user);
    }
  }
  return false;
}

static bool find_in(Guard *g, LLVMValueRef entry, LLVMValueRef body) {
  bool changed = false;
  for (unsigned i = 0; i < LLVMCountParams(entry); i++) {
    LLVMValueRef param = LLVMGetParam(body, i);
    if (!has_referent(entry, i) || is_needed(g, param) || !param_needs(g, param))
      continue;
    map_set(g->arena, &g->needed, key_of(param), 1);
    changed = true;
  }
  return changed;
}

/* None at first; until nothing changes. */
void needs_find(Guard *g) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < g->bodies.count; i++) {
      LLVMValueRef entry = (LLVMValueRef)(uintptr_t)g->bodies.entries[i].key;
      LLVMValueRef body = (LLVMValueRef)(uintptr_t)g->bodies.entries[i].value;
      if (entry != body) changed |= find_in(g, entry, body);
    }
  }
}
