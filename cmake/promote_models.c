/* Part of the build: what every run would do to the models again is done once. They are
 * promoted, and lose what the debug information says about their locals; lines stay.
 *
 *   promote_models IN.bc OUT.bc */
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/lower.h"

static void forget_locals(LLVMModuleRef module) {
  LLVMSetIsNewDbgInfoFormat(module, false);
  LLVMValueRef next = NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = next) {
    next = LLVMGetNextFunction(f);
    if (strncmp(LLVMGetValueName(f), "llvm.dbg.", 9)) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetFirstUse(f))
      LLVMInstructionEraseFromParent(LLVMGetUser(use));
    LLVMDeleteFunction(f);
  }
}

int main(int argc, char **argv) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  LLVMContextRef context = LLVMContextCreate();
  if (argc != 3 || LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, NULL) ||
      LLVMParseBitcodeInContext2(context, buffer, &module)) {
    fprintf(stderr, "usage: promote_models IN.bc OUT.bc\n");
    return 1;
  }
  forget_locals(module);
  promote_locals(module, false);
  int failed = LLVMWriteBitcodeToFile(module, argv[2]);
  LLVMDisposeModule(module);
  LLVMDisposeMemoryBuffer(buffer);
  LLVMContextDispose(context);
  return failed;
}
