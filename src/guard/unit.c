/* See unit.h. The bitcode of a unit goes into its object by way of the assembler: a
 * section that the linker leaves out (flag "e"), filled from the file. */
#include "guard/unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <string.h>

#include "frontend/lower.h"

static const char *keep_message(Arena *arena, char *message, const char *otherwise) {
  const char *kept = arena_strdup(arena, message ? message : otherwise);
  LLVMDisposeMessage(message);
  return kept;
}

/* A message of LLVM's own must not end the process. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  (void)info;
  (void)context;
}

static const char *read_module(Arena *arena, LLVMContextRef context, const char *path,
                               LLVMModuleRef *module) {
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
    return keep_message(arena, message, "the bitcode cannot be read");
  bool bad = LLVMParseBitcodeInContext2(context, buffer, module);
  LLVMDisposeMemoryBuffer(buffer);
  return bad ? "the bitcode cannot be understood" : NULL;
}

static const char *write_module(Arena *arena, LLVMModuleRef module, const char *path) {
  char *message = NULL;
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
    return keep_message(arena, message, "the guarded code is not well formed");
  LLVMDisposeMessage(message);
  return LLVMWriteBitcodeToFile(module, path) ? "the guarded code cannot be written"
                                              : NULL;
}

/* The name of a file as the assembler reads it. */
static const char *quoted(Arena *arena, const char *path) {
  VecChar out = {0};
  for (; *path; path++) {
    if (*path == '"' || *path == '\\') vec_push(arena, &out, '\\');
    vec_push(arena, &out, *path);
  }
  vec_push(arena, &out, '\0');
  return out.data;
}

static void keep_bitcode(Arena *arena, LLVMModuleRef module, const GuardKept *kept,
                         const GuardCounts *counts) {
  if (!kept) return;
  const char *text =
    arena_printf(arena,
                 ".pushsection %s,\"e\",@progbits\n.incbin \"%s\"\n.popsection\n"
                 ".pushsection %s,\"e\",@progbits\n.asciz \"%s\"\n.popsection\n"
                 ".pushsection %s,\"e\",@progbits\n.asciz \"%u\"\n.popsection\n",
                 kept->section, quoted(arena, kept->path), kept->note_section, kept->note,
                 kept->count_section, counts->checks);
  LLVMAppendModuleInlineAsm(module, text, strlen(text));
}

const char *guard_unit(Arena *arena, const char *input, const char *output,
                       const GuardKept *kept, GuardCounts *counts) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
  LLVMModuleRef module = NULL;
  const char *error = read_module(arena, context, input, &module);
  if (!error) {
    promote_locals(module, false);
    guard_module(module, NULL, false, counts);
    keep_bitcode(arena, module, kept, counts);
    error = write_module(arena, module, output);
  }
  if (module) LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return error;
}

bool guard_has_assembly(const FrontendLlvm *llvm) {
  size_t length = 0;
  LLVMGetModuleInlineAsm(llvm->module, &length);
  return length > 0;
}

const char *guard_program(Arena *arena, FrontendLlvm *llvm, const GuardPlan *plan,
                          bool optimised, const char *output, const GuardKept *kept,
                          unsigned most, GuardCounts *counts) {
  guard_module(llvm->module, plan, optimised, counts);
  bool enough = counts->checks <= most;
  if (enough && optimised) guard_optimise(llvm->module);
  keep_bitcode(arena, llvm->module, kept, counts);
  const char *error = enough ? write_module(arena, llvm->module, output)
                             : arena_printf(arena, "%u checks would stay, more than %u",
                                            counts->checks, most);
  frontend_release(llvm);
  return error;
}
