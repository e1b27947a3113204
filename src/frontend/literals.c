/* The life of compound literals.
 *
 * requires: code as clang wrote it, with full debug information (without, nothing is
 * done). yields:   lifetime markers for the compound literals of inner blocks, as clang
 * writes them for variables but not for these.
 *
 * A literal lives until its block ends. Which block that is, the scope of the place where
 * it gets its first value says; control leaves the block where an instruction outside of
 * that scope follows one inside. A literal that may be evaluated again without leaving
 * its block (by goto) stays alive: it is one object then, and a marker would make it two.
 */
#include "frontend/literals.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"

#define LITERAL_NAME ".compoundliteral"
#define SHOWN_NAME "compound literal"

typedef enum Side { SIDE_UNKNOWN, SIDE_INSIDE, SIDE_OUTSIDE } Side;

typedef struct Literal {
  Arena *arena;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMValueRef function;
  LLVMValueRef local;
  LLVMMetadataRef scope;
  LLVMValueRef first; /* instruction that uses it */
} Literal;

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- scopes ---- */

bool scope_is_inner(LLVMMetadataRef scope) {
  return scope && (LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind ||
                   LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind);
}

/* Its second operand, as LLVM writes these nodes. */
LLVMMetadataRef scope_around(LLVMContextRef context, LLVMMetadataRef scope) {
  LLVMValueRef node = LLVMMetadataAsValue(context, scope), operands[16];
  if (LLVMGetMDNodeNumOperands(node) > 16) return NULL;
  LLVMGetMDNodeOperands(node, operands);
  return operands[1] ? LLVMValueAsMetadata(operands[1]) : NULL;
}

static Side side_of(const Literal *l, LLVMValueRef inst) {
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(inst);
  if (!place) return SIDE_UNKNOWN;
  LLVMMetadataRef scope = LLVMDILocationGetScope(place);
  for (; scope_is_inner(scope); scope = scope_around(l->context, scope))
    if (scope == l->scope) return SIDE_INSIDE;
  return SIDE_OUTSIDE;
}

static Side side_at(const Literal *l, LLVMBasicBlockRef block, bool start) {
  LLVMValueRef i = start ? LLVMGetFirstInstruction(block) : LLVMGetLastInstruction(block);
  while (i) {
    Side side = side_of(l, i);
    if (side != SIDE_UNKNOWN) return side;
    i = start ? LLVMGetNextInstruction(i) : LLVMGetPreviousInstruction(i);
  }
  return SIDE_UNKNOWN;
}

/* ---- where it begins ---- */

static bool uses(LLVMValueRef inst, LLVMValueRef local) {
  for (int i = 0; i < LLVMGetNumOperands(inst); i++)
    if (LLVMGetOperand(inst, (unsigned)i) == local) return true;
  return false;
}

static bool find_first(Literal *l) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!uses(i, l->local)) continue;
      LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
      l->first = i;
      l->scope = place ? LLVMDILocationGetScope(place) : NULL;
      return scope_is_inner(l->scope);
    }
  return false;
}

static bool leaves(const Literal *l, LLVMBasicBlockRef block, LLVMValueRef after) {
  LLVMValueRef i = after ? LLVMGetNextInstruction(after) : LLVMGetFirstInstruction(block);
  for (; i; i = LLVMGetNextInstruction(i))
    if (side_of(l, i) == SIDE_OUTSIDE) return true;
  return false;
}

/* Whether control can come back to the first use inside of the scope. */
static bool comes_back(const Literal *l) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(l->first);
  Map seen = {0};
  Vec(LLVMBasicBlockRef) work = {0};
  if (!leaves(l, home, l->first)) vec_push(l->arena, &work, home);
  while (work.len) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_pop(&work));
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
      if (next == home && side_at(l, home, true) != SIDE_OUTSIDE) return true;
      if (map_has(&seen, key_of(next))) continue;
      map_set(l->arena, &seen, key_of(next), 1);
      if (!leaves(l, next, NULL)) vec_push(l->arena, &work, next);
    }
  }
  return false;
}

/* ---- markers ---- */

static void mark(const Literal *l, const char *name, LLVMValueRef before) {
  LLVMTypeRef pointer = LLVMTypeOf(l->local);
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(l->module, id, &pointer, 1);
  LLVMTypeRef word = LLVMInt64TypeInContext(l->context);
  uint64_t size =
    LLVMABISizeOfType(LLVMGetModuleDataLayout(l->module), LLVMGetAllocatedType(l->local));
  LLVMValueRef arguments[] = {LLVMConstInt(word, size, false), l->local};
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(l->context);
  LLVMPositionBuilderBefore(builder, before);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
  LLVMDisposeBuilder(builder);
}

static LLVMValueRef behind_phis(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
  return i;
}

static bool is_entered_from_inside(const Literal *l, LLVMBasicBlockRef block) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->function); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
      if (LLVMGetSuccessor(end, i) == block && side_at(l, b, false) != SIDE_OUTSIDE)
        return true;
  }
  return false;
}

static void mark_ends(const Literal *l, LLVMBasicBlockRef block) {
  Side before = SIDE_UNKNOWN;
  bool entered =
    side_at(l, block, true) == SIDE_OUTSIDE && is_entered_from_inside(l, block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i)) {
    Side side = side_of(l, i);
    if (side == SIDE_OUTSIDE && before == SIDE_INSIDE) mark(l, "llvm.lifetime.end", i);
    if (side != SIDE_UNKNOWN) before = side;
  }
  if (entered) mark(l, "llvm.lifetime.end", behind_phis(block));
}

static void give_life(Literal *l) {
  if (!find_first(l) || comes_back(l)) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->function); b;
       b = LLVMGetNextBasicBlock(b))
    mark_ends(l, b);
  mark(l, "llvm.lifetime.start", l->first);
}

void literals_give_life(LLVMModuleRef module, LLVMValueRef function) {
  Literal l = {.arena = arena_new(), .module = module, .function = function};
  l.context = LLVMGetModuleContext(module);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i;
       i = LLVMGetNextInstruction(i)) {
    size_t length;
    const char *name = LLVMIsAAllocaInst(i) ? LLVMGetValueName2(i, &length) : "";
    if (strncmp(name, LITERAL_NAME, sizeof LITERAL_NAME - 1)) continue;
    l.local = i;
    LLVMSetValueName2(i, SHOWN_NAME, sizeof SHOWN_NAME - 1);
    give_life(&l);
  }
  arena_free(l.arena);
}
