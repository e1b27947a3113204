/* What surrounds the instrumented code: inputs that know which instruction asks,
 * undefined pointers with a value of their own, where the program starts, and linking.
 *
 * The models of the C library are linked in, instrumented like the user's code, so that
 * an error inside a library function is found as `belay run` finds it. The run-time
 * functions have the program's main; the user's is called by the function that is made
 * here, after the constructors. */
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

#include "instrument/instrumenter.h"

#define UNDEFINED_BYTE 0xc5c5c5c5c5c5c5c5u /* STAGED_FILL of runtime/staged */

static LLVMTypeRef int_type(Instrumenter *in, unsigned bits) {
  return LLVMIntTypeInContext(in->context, bits);
}

/* ---- undefined pointers ---- */

static LLVMValueRef undefined_address(Instrumenter *in, LLVMTypeRef pointer) {
  unsigned bits = LLVMPointerSize(in->layout) * 8;
  LLVMValueRef number = LLVMConstInt(int_type(in, bits), UNDEFINED_BYTE, false);
  return LLVMConstIntToPtr(number, pointer);
}

/* What was never set is told by its value, like memory that was never written. */
static void define_pointers(Instrumenter *in, LLVMValueRef inst) {
  for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
    LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
    if (!operand || !LLVMIsUndef(operand)) continue;
    LLVMTypeRef type = LLVMTypeOf(operand);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
      LLVMSetOperand(inst, (unsigned)i, undefined_address(in, type));
  }
}

/* ---- inputs ---- */

static const char *input_source(LLVMValueRef call) {
  LLVMValueRef callee = sites_callee(call);
  if (!callee || !LLVMIsDeclaration(callee)) return NULL;
  const char *name = LLVMGetValueName(callee);
  if (!strncmp(name, "__VERIFIER_nondet_", 18)) return "nondet";
  return !strncmp(name, "__belay_input_", 14) ? "" : NULL;
}

static LLVMValueRef source_text(Instrumenter *in, LLVMValueRef call, const char *source) {
  if (!*source) return LLVMGetOperand(call, 0);
  return LLVMBuildGlobalStringPtr(in->builder, source, "staged.source");
}

static uint32_t number_of(Instrumenter *in, LLVMValueRef call) {
  const VecVals *insts = facts_of(in, call);
  for (uint32_t i = 0; insts && i < insts->len; i++)
    if (ir_inst(in->p, insts->data[i])->op == OP_INPUT) return insts->data[i].id;
  return IR_NONE;
}

static LLVMValueRef converted(Instrumenter *in, LLVMValueRef bits, LLVMTypeRef type) {
  LLVMBuilderRef b = in->builder;
  unsigned width;
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    width = LLVMGetIntTypeWidth(type);
    if (width > 64) return LLVMBuildSExt(b, bits, type, "");
    return width == 64 ? bits : LLVMBuildTrunc(b, bits, type, "");
  case LLVMPointerTypeKind: return LLVMBuildIntToPtr(b, bits, type, "");
  case LLVMDoubleTypeKind: return LLVMBuildBitCast(b, bits, type, "");
  case LLVMFloatTypeKind:
    return LLVMBuildBitCast(b, LLVMBuildTrunc(b, bits, int_type(in, 32), ""), type, "");
  default: return NULL;
  }
}

/* source, instruction, width, whether a float is wanted */
static LLVMValueRef build_input(Instrumenter *in, LLVMValueRef call, const char *source) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(in->context, 0), word = int_type(in, 32);
  LLVMTypeRef params[] = {pointer, word, word, word};
  LLVMTypeRef type = LLVMFunctionType(int_type(in, 64), params, 4, false);
  LLVMValueRef function = LLVMGetNamedFunction(in->module, "staged_input");
  if (!function) function = LLVMAddFunction(in->module, "staged_input", type);
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
  bool real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
  LLVMValueRef arguments[] = {
    source_text(in, call, source), LLVMConstInt(word, number_of(in, call), false),
    LLVMConstInt(word, kind == LLVMFloatTypeKind ? 32 : 64, false),
    LLVMConstInt(word, real, false)};
  return LLVMBuildCall2(in->builder, type, function, arguments, 4, "");
}

static void replace_input(Instrumenter *in, LLVMValueRef call) {
  const char *source = input_source(call);
  LLVMPositionBuilderBefore(in->builder, call);
  LLVMSetCurrentDebugLocation2(in->builder, NULL);
  LLVMValueRef value = converted(in, build_input(in, call, source), LLVMTypeOf(call));
  if (!value) return;
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
}

/* ---- before the rules ---- */

/* Passes could look into what stands for libc here. */
static void forbid_builtins(Instrumenter *in, LLVMValueRef function) {
  LLVMAttributeRef attribute =
    LLVMCreateStringAttribute(in->context, "no-builtins", 11, "", 0);
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

static void prepare_block(Instrumenter *in, LLVMBasicBlockRef block) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
    next = LLVMGetNextInstruction(i);
    define_pointers(in, i);
    if (LLVMIsACallInst(i) && input_source(i)) replace_input(in, i);
  }
}

void world_prepare(Instrumenter *in) {
  for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    forbid_builtins(in, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      prepare_block(in, b);
  }
}

/* ---- the entry ---- */

static LLVMValueRef defined(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  return function && !LLVMIsDeclaration(function) ? function : NULL;
}

static void call_if_there(Instrumenter *in, const char *name) {
  LLVMValueRef function = defined(in->module, name);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(in->context), NULL, 0, false);
  if (function) LLVMBuildCall2(in->builder, type, function, NULL, 0, "");
}

typedef struct Constructor {
  uint64_t priority;
  unsigned order;
  LLVMValueRef function;
} Constructor;

static int by_priority(const void *a, const void *b) {
  const Constructor *x = a, *y = b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* What the loader would run; it must not run before the globals are known. */
static void call_constructors(Instrumenter *in, const char *list, bool backwards) {
  Vec(Constructor) found = {0};
  LLVMValueRef global = LLVMGetNamedGlobal(in->module, list), entry;
  LLVMValueRef value = global ? LLVMGetInitializer(global) : NULL;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(in->context), NULL, 0, false);
  for (unsigned i = 0; value && (entry = LLVMGetAggregateElement(value, i)); i++) {
    uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
    vec_push(in->arena, &found,
             (Constructor){priority, i, LLVMGetAggregateElement(entry, 1)});
  }
  if (found.len) qsort(found.data, found.len, sizeof *found.data, by_priority);
  for (uint32_t i = 0; i < found.len; i++) {
    uint32_t at = backwards ? found.len - 1 - i : i;
    LLVMBuildCall2(in->builder, type, found.data[at].function, NULL, 0, "");
  }
  if (global) LLVMDeleteGlobal(global);
}

static const char *const starts[] = {"__belay_start", "__belay_start_count",
                                     "__belay_start_plain"};
enum { START_COUNT = sizeof starts / sizeof *starts };

static LLVMValueRef program_entry(Instrumenter *in) {
  if (in->p->entry.id == IR_NONE) return NULL;
  const char *entry = ir_text(in->p, ir_function(in->p, in->p->entry)->name);
  for (unsigned i = 0; i < START_COUNT; i++)
    if (defined(in->module, starts[i])) return defined(in->module, starts[i]);
  LLVMValueRef function = defined(in->module, entry);
  return function ? function : defined(in->module, "main");
}

static void hide(LLVMValueRef symbol) {
  const char *name = LLVMGetValueName(symbol);
  if (LLVMIsDeclaration(symbol) || !strncmp(name, "llvm.", 5)) return;
  LLVMSetVisibility(symbol, LLVMDefaultVisibility);
  LLVMSetLinkage(symbol, LLVMInternalLinkage);
}

/* The run-time functions call the machine's C library: neither the models nor functions
 * that the program defines may come between. */
static void hide_symbols(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage) hide(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) hide(g);
}

static const char *build_entry(Instrumenter *in) {
  LLVMValueRef program = program_entry(in);
  if (!program) return "no function main: there is nothing to start";
  hide_symbols(in->module);
  LLVMTypeRef word = int_type(in, 32), type = LLVMFunctionType(word, NULL, 0, false);
  LLVMValueRef entry = LLVMAddFunction(in->module, "staged_entry", type);
  LLVMPositionBuilderAtEnd(in->builder,
                           LLVMAppendBasicBlockInContext(in->context, entry, ""));
  call_if_there(in, "staged.start");
  call_if_there(in, "staged.start.library");
  call_constructors(in, "llvm.global_ctors", false);
  LLVMTypeRef called = LLVMGlobalGetValueType(program);
  bool gives = LLVMGetReturnType(called) == word;
  LLVMTypeRef plain = LLVMFunctionType(LLVMGetReturnType(called), NULL, 0, false);
  LLVMValueRef code = LLVMBuildCall2(in->builder, plain, program, NULL, 0, "");
  call_constructors(in, "llvm.global_dtors", true);
  call_if_there(in, "staged.end");
  LLVMBuildRet(in->builder, gives ? code : LLVMConstInt(word, 0, false));
  return NULL;
}

/* Functions without a body may give memory that nobody tracks. */
static void note_foreign(Instrumenter *in) {
  bool foreign = false;
  ir_each_function(in->p, f) foreign |= (ir_function(in->p, f)->flags & FN_EXTERN) != 0;
  LLVMTypeRef word = int_type(in, 32);
  LLVMValueRef global = LLVMAddGlobal(in->module, word, "staged_has_foreign");
  LLVMSetInitializer(global, LLVMConstInt(word, foreign, false));
  LLVMSetGlobalConstant(global, true);
}

/* ---- linking ---- */

static const char *link_runtime(Instrumenter *in) {
  size_t length;
  unsigned bits = LLVMPointerSize(in->layout) * 8;
  const unsigned char *bytes = instrument_runtime(bits, &length);
  LLVMMemoryBufferRef buffer =
    LLVMCreateMemoryBufferWithMemoryRange((const char *)bytes, length, "runtime", false);
  LLVMModuleRef runtime = NULL;
  bool bad = LLVMParseBitcodeInContext2(in->context, buffer, &runtime);
  LLVMDisposeMemoryBuffer(buffer);
  if (bad) return "the run-time functions cannot be read";
  LLVMSetTarget(runtime, LLVMGetTarget(in->module));
  return LLVMLinkModules2(in->module, runtime) ? "the run-time functions cannot be linked"
                                               : NULL;
}

static const char *link_file(Instrumenter *in, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
    return arena_printf(in->arena, "%s: %s", path, message ? message : "cannot be read");
  bool bad = LLVMParseBitcodeInContext2(in->context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  if (bad) return arena_printf(in->arena, "%s: not LLVM bitcode", path);
  return LLVMLinkModules2(in->module, module) ? "the functions given cannot be linked"
                                              : NULL;
}

/* Nobody calls them yet; the linker would leave them out. */
static void keep_starts(LLVMModuleRef models) {
  for (unsigned i = 0; i < START_COUNT; i++)
    if (defined(models, starts[i]))
      LLVMSetLinkage(defined(models, starts[i]), LLVMExternalLinkage);
}

const char *world_link(Instrumenter *in, FrontendLlvm *llvm, const char *with) {
  const char *error = NULL;
  if (llvm->models) {
    LLVMSetTarget(llvm->models, LLVMGetTarget(llvm->module));
    keep_starts(llvm->models);
    if (LLVMLinkModules2(llvm->module, llvm->models))
      error = "the models cannot be linked";
    llvm->models = NULL;
  }
  if (!error) error = build_entry(in);
  if (!error) note_foreign(in);
  if (!error && with) error = link_file(in, with);
  return error ? error : link_runtime(in);
}
