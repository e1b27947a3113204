/* Part of the build: promotes the models once, instead of in every run.
 *
 *   promote_models IN.bc OUT.bc */
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>

#include "frontend/lower.h"

int main(int argc, char **argv) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  LLVMContextRef context = LLVMContextCreate();
  if (argc != 3 || LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, NULL) ||
      LLVMParseBitcodeInContext2(context, buffer, &module)) {
    fprintf(stderr, "usage: promote_models IN.bc OUT.bc\n");
    return 1;
  }
  promote_locals(module, false);
  int failed = LLVMWriteBitcodeToFile(module, argv[2]);
  LLVMDisposeModule(module);
  LLVMDisposeMemoryBuffer(buffer);
  LLVMContextDispose(context);
  return failed;
}
