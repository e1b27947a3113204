/* Locals that end, in C, before anything in clang's code says so.
 *
 * Clang writes no lifetime markers for two kinds: variables of an inner block whose
 * declaration can be jumped over (by goto, or by a switch to its cases), and the objects
 * that hold a returned struct until the end of its expression. Both live until their
 * function returns for us. Where their address gets about, that may hide a use of a dead
 * object, so such a function is marked, and no verdict is TRUE that rests on it.
 *
 * requires: code as clang wrote it, before anything is promoted; nothing is said of code
 * that has no markers at all. yields: an attribute of the function. */
#include "frontend/lives.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/vec.h"
#include "frontend/literals.h"

#define NOTE "belay-lives-longer"

typedef Vec(LLVMMetadataRef) Scopes;

typedef struct Local {
  Arena *scratch;
  LLVMContextRef context;
  bool temporary; /* of an expression; otherwise perhaps a variable */
  bool marked;    /* has lifetime markers */
  bool escapes;   /* its address is kept somewhere */
  bool used;
  Scopes inner; /* inner blocks that all of its uses lie in */
} Local;

static const char *callee_name(LLVMValueRef call) {
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool starts_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

static bool has_attribute(LLVMValueRef call, unsigned argument, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetCallSiteEnumAttribute(call, argument + 1, kind) != NULL;
}

/* A struct that is passed or returned by its address stays the caller's. */
static bool call_keeps(const Local *x, LLVMValueRef call, LLVMValueRef address) {
  if (starts_with(callee_name(call), "llvm.") || x->temporary) return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == address && !has_attribute(call, i, "sret") &&
        !has_attribute(call, i, "byval"))
      return true;
  return false;
}

static void keep_common(Scopes *common, const Scopes *other) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < common->len; i++)
    for (uint32_t k = 0; k < other->len; k++)
      if (common->data[i] == other->data[k]) common->data[kept++] = common->data[i];
  common->len = kept;
}

static void note_scope(Local *x, LLVMValueRef user) {
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(user);
  Scopes scopes = {0};
  if (!place) return;
  LLVMMetadataRef scope = LLVMDILocationGetScope(place);
  for (; scope_is_inner(scope); scope = scope_around(x->context, scope))
    vec_push(x->scratch, &scopes, scope);
  if (x->used)
    keep_common(&x->inner, &scopes);
  else
    x->inner = scopes;
  x->used = true;
}

static void look_at_uses(Local *x, LLVMValueRef address);

/* Clang's own code, as for the report of an overflow. */
static bool is_for_sanitizer(const Local *x, LLVMValueRef user) {
  static const char name[] = "nosanitize";
  return LLVMGetMetadata(user,
                         LLVMGetMDKindIDInContext(x->context, name, sizeof name - 1));
}

static void look_at_user(Local *x, LLVMValueRef user, LLVMValueRef address) {
  if (!LLVMIsAInstruction(user) || is_for_sanitizer(x, user)) return;
  if (LLVMIsACallInst(user) && starts_with(callee_name(user), "llvm.lifetime.")) {
    x->marked = true;
    return;
  }
  note_scope(x, user);
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
  case LLVMICmp: break;
  case LLVMStore: x->escapes |= LLVMGetOperand(user, 0) == address; break;
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast: look_at_uses(x, user); break;
  case LLVMCall: x->escapes |= call_keeps(x, user, address); break;
  default: x->escapes = true;
  }
}

static void look_at_uses(Local *x, LLVMValueRef address) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
    look_at_user(x, LLVMGetUser(u), address);
}

/* Clang's names for what holds the result of an expression, where that is a struct. */
static bool is_temporary(LLVMValueRef local) {
  static const char *const names[] = {"tmp", "ref.tmp", "agg.tmp", "coerce",
                                      "undef.agg.tmp"};
  size_t length;
  const char *name = LLVMGetValueName2(local, &length);
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(local));
  if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (starts_with(name, names[i])) return true;
  return false;
}

static bool is_literal(LLVMValueRef local) {
  size_t length;
  return starts_with(LLVMGetValueName2(local, &length), "compound literal");
}

/* The copy of a parameter, which lives as long as its function. */
static bool is_parameter(LLVMValueRef function, LLVMValueRef local) {
  static const char suffix[] = ".addr";
  size_t length, param_length;
  const char *name = LLVMGetValueName2(local, &length);
  for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p)) {
    const char *param = LLVMGetValueName2(p, &param_length);
    if (param_length + sizeof suffix - 1 == length &&
        !memcmp(name, param, param_length) && !strcmp(name + param_length, suffix))
      return true;
  }
  return false;
}

/* Not one of alloca() or an array of variable length: these have a place. */
static bool is_local(LLVMValueRef inst) {
  return LLVMIsAAllocaInst(inst) && LLVMIsAConstantInt(LLVMGetOperand(inst, 0)) &&
         !LLVMInstructionGetDebugLoc(inst) && !is_literal(inst);
}

static bool has_markers(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (starts_with(LLVMGetValueName2(f, &length), "llvm.lifetime.")) return true;
  }
  return false;
}

static bool has_such_local(Arena *scratch, LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); i;
       i = LLVMGetNextInstruction(i)) {
    if (!is_local(i) || is_parameter(function, i)) continue;
    Local x = {.scratch = scratch, .context = context, .temporary = is_temporary(i)};
    look_at_uses(&x, i);
    if (!x.marked && x.escapes && (x.temporary || x.inner.len)) return true;
  }
  return false;
}

void lives_note(Arena *scratch, LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  if (!has_such_local(scratch, function) || !has_markers(module)) return;
  LLVMAttributeRef note =
    LLVMCreateStringAttribute(LLVMGetModuleContext(module), NOTE, sizeof NOTE - 1, "", 0);
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, note);
}

bool lives_longer(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, NOTE,
                                       sizeof NOTE - 1) != NULL;
}
