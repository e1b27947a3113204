/* See literals.c: compound literals end with their blocks. */
#ifndef BELAY_FRONTEND_LITERALS_H
#define BELAY_FRONTEND_LITERALS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

void literals_give_life(LLVMModuleRef module, LLVMValueRef function);

/* A block inside of a function, in the debug information; the scope around it. */
bool scope_is_inner(LLVMMetadataRef scope);
LLVMMetadataRef scope_around(LLVMContextRef context, LLVMMetadataRef scope);

#endif
