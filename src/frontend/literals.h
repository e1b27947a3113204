/* See literals.c: compound literals end with their blocks. */
#ifndef BELAY_FRONTEND_LITERALS_H
#define BELAY_FRONTEND_LITERALS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

void literals_give_life(LLVMModuleRef module, LLVMValueRef function);

#endif
