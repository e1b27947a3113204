/* Slices as LLVM bitcode. */
#ifndef BELAY_SLICE_WRITE_LLVM_H
#define BELAY_SLICE_WRITE_LLVM_H

#include "frontend/frontend.h"
#include "slice/slice.h"

/* Removes from LLVM's module of the user's program what is not in the slice, and writes
 * it. NULL, or what went wrong. requires: a program loaded with keep_llvm, a slice with
 * whole_models. The module is changed; Program.llvm must not be used any more. */
const char *slice_write_llvm(const Slice *slice, FrontendLlvm *llvm, const char *path,
                             Arena *arena);

#endif
