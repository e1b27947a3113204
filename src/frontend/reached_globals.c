/* See reached_globals.h. */
#include "frontend/reached_globals.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"

typedef struct Search {
  Arena *arena;
  Map seen;
  GlobalList todo;  /* functions and variables whose operands are to be looked at */
  GlobalList found; /* variables */
} Search;

/* Loads from it, through constant or computed offsets, are all that happens. */
static bool is_only_read(LLVMValueRef pointer, int depth) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool address = LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user);
    if (address && depth > 0 && is_only_read(user, depth - 1)) continue;
    if (!LLVMIsALoadInst(user)) return false;
  }
  return true;
}

static bool keeps_its_value(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  return LLVMIsGlobalConstant(global) || (internal && is_only_read(global, 8));
}

static void look_at(Search *s, LLVMValueRef v) {
  if (!v || !LLVMIsAConstant(v)) return;
  uint64_t key = (uint64_t)(uintptr_t)v;
  if (map_has(&s->seen, key)) return;
  map_set(s->arena, &s->seen, key, 1);
  bool variable = LLVMIsAGlobalVariable(v) != NULL;
  if (variable || LLVMIsAFunction(v)) {
    vec_push(s->arena, &s->todo, v);
    if (variable && !LLVMIsDeclaration(v) && !keeps_its_value(v))
      vec_push(s->arena, &s->found, v);
    return;
  }
  int count = LLVMGetNumOperands(v);
  for (int i = 0; i < count; i++) look_at(s, LLVMGetOperand(v, (unsigned)i));
}

static void look_inside(Search *s, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      int count = LLVMGetNumOperands(i);
      for (int k = 0; k < count; k++) look_at(s, LLVMGetOperand(i, (unsigned)k));
    }
}

GlobalList reached_globals(Arena *arena, LLVMValueRef function) {
  Search s = {.arena = arena};
  look_at(&s, function);
  for (uint32_t i = 0; i < s.todo.len; i++) {
    LLVMValueRef v = s.todo.data[i];
    if (LLVMIsAFunction(v))
      look_inside(&s, v);
    else if (!LLVMIsDeclaration(v))
      look_at(&s, LLVMGetInitializer(v));
  }
  return s.found;
}
