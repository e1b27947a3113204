/* The part of the models that a program reaches.
 *
 * The bitcode of all models is opened lazily: LLVM reads a function only when the linker
 * asks for it. Every symbol in it is made linkonce, which the linker takes only when
 * something refers to it; an empty module that declares what the program lacks is linked
 * with it, and holds the closure afterwards. */
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "frontend/holds.h"
#include "frontend/lower.h"
#include "frontend/models.h"

static LLVMModuleRef open_models(LLVMContextRef context, unsigned ptr_bits) {
  size_t length;
  const unsigned char *bytes = models_bitcode(ptr_bits, &length);
  if (!bytes) return NULL;
  LLVMMemoryBufferRef buffer =
    LLVMCreateMemoryBufferWithMemoryRange((const char *)bytes, length, "models", false);
  LLVMModuleRef module;
  return LLVMGetBitcodeModuleInContext2(context, buffer, &module) ? NULL : module;
}

static void make_lazy(LLVMValueRef symbol) {
  LLVMLinkage linkage = LLVMGetLinkage(symbol);
  if (!LLVMIsDeclaration(symbol) &&
      (linkage == LLVMExternalLinkage || linkage == LLVMCommonLinkage ||
       linkage == LLVMWeakAnyLinkage))
    LLVMSetLinkage(symbol, LLVMLinkOnceODRLinkage);
}

static void make_all_lazy(LLVMModuleRef models) {
  for (LLVMValueRef f = LLVMGetFirstFunction(models); f; f = LLVMGetNextFunction(f))
    make_lazy(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(models); g; g = LLVMGetNextGlobal(g))
    make_lazy(g);
}

static bool is_wanted(LLVMValueRef symbol) {
  bool lacks =
    LLVMIsDeclaration(symbol) || LLVMGetLinkage(symbol) == LLVMAvailableExternallyLinkage;
  return lacks && LLVMGetFirstUse(symbol) != NULL;
}

static bool want_function(LLVMModuleRef part, LLVMModuleRef models, const char *name) {
  LLVMValueRef model = LLVMGetNamedFunction(models, name);
  if (!model || LLVMIsDeclaration(model) || LLVMGetNamedFunction(part, name))
    return false;
  LLVMAddFunction(part, name, LLVMGlobalGetValueType(model));
  return true;
}

static bool want_variable(LLVMModuleRef part, LLVMModuleRef models, const char *name) {
  LLVMValueRef model = LLVMGetNamedGlobal(models, name);
  if (!model || LLVMIsDeclaration(model)) return false;
  LLVMAddGlobal(part, LLVMGlobalGetValueType(model), name);
  return true;
}

static bool main_takes_arguments(LLVMModuleRef user) {
  LLVMValueRef start = LLVMGetNamedFunction(user, "main");
  return start && !LLVMIsDeclaration(start) && LLVMCountParams(start) > 0;
}

/* After promotion: holds only keep it until the end of its scope. */
static bool is_unused(LLVMValueRef parameter) {
  for (LLVMUseRef use = LLVMGetFirstUse(parameter); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user)) return false;
    if (strcmp(LLVMGetValueName(LLVMGetCalledValue(user)), HOLD_NAME)) return false;
  }
  return true;
}

static bool main_looks_at_arguments(LLVMModuleRef user) {
  LLVMValueRef start = LLVMGetNamedFunction(user, "main");
  if (LLVMGetFirstUse(start)) return true; /* called by the program itself */
  for (unsigned i = 1; i < LLVMCountParams(start); i++)
    if (!is_unused(LLVMGetParam(start, i))) return true;
  return false;
}

/* Functions that run when main returns need somebody to return to. */
static bool registers_handlers(LLVMModuleRef user) {
  static const char *const names[] = {"atexit", "on_exit", "__cxa_atexit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(user, names[i]);
    if (function && is_wanted(function)) return true;
  }
  return false;
}

static const char *start_of(LLVMModuleRef user) {
  if (main_takes_arguments(user))
    return main_looks_at_arguments(user) ? "__belay_start" : "__belay_start_count";
  return registers_handlers(user) ? "__belay_start_plain" : NULL;
}

static bool is_wanted_function(LLVMValueRef f) {
  return is_wanted(f) && !LLVMGetIntrinsicID(f) && !library_find(LLVMGetValueName(f));
}

/* Most small programs need no model: then there is nothing to open. */
static bool wants_any(LLVMModuleRef user) {
  if (start_of(user)) return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(user); f; f = LLVMGetNextFunction(f))
    if (is_wanted_function(f)) return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(user); g; g = LLVMGetNextGlobal(g))
    if (is_wanted(g)) return true;
  return false;
}

static bool declare_wanted(LLVMModuleRef part, LLVMModuleRef models, LLVMModuleRef user) {
  const char *start = start_of(user);
  bool any = start && want_function(part, models, start);
  for (LLVMValueRef f = LLVMGetFirstFunction(user); f; f = LLVMGetNextFunction(f))
    if (is_wanted_function(f)) any |= want_function(part, models, LLVMGetValueName(f));
  for (LLVMValueRef g = LLVMGetFirstGlobal(user); g; g = LLVMGetNextGlobal(g))
    if (is_wanted(g)) any |= want_variable(part, models, LLVMGetValueName(g));
  return any;
}

LLVMModuleRef models_link(LLVMContextRef context, LLVMModuleRef user, unsigned ptr_bits) {
  LLVMModuleRef models = wants_any(user) ? open_models(context, ptr_bits) : NULL;
  if (!models) return NULL;
  make_all_lazy(models);
  LLVMModuleRef part = LLVMModuleCreateWithNameInContext("models", context);
  LLVMSetDataLayout(part, LLVMGetDataLayoutStr(models));
  LLVMSetTarget(part, LLVMGetTarget(models));
  bool any = declare_wanted(part, models, user);
  if (any && !LLVMLinkModules2(part, models)) return part;
  if (!any) LLVMDisposeModule(models);
  LLVMDisposeModule(part);
  return NULL;
}
