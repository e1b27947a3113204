/* The models of libc (models/, docs/models.md) as LLVM bitcode, embedded at build time.
 */
#ifndef BELAY_FRONTEND_MODELS_H
#define BELAY_FRONTEND_MODELS_H

#include <stddef.h>

/* One bitcode file, for programs whose pointers have 32 or 64 bits. Lives for good. */
const unsigned char *models_bitcode(unsigned ptr_bits, size_t *length);

#endif
