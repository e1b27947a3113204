/* For programs compiled by `belay cc`: questions about memory, for assertions, and what a
 * program's own allocator hands out.
 *
 * Compiled by another compiler everything here is a constant or nothing: questions about
 * validity are answered with 1, so that assertions hold. __BELAY__ is defined by `belay
 * cc`. */
#ifndef BELAY_H
#define BELAY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __BELAY__

/* Whether the pointer may be used to read, to write `size` bytes now: all inside the
 * block that it was made to point to, and that block alive. 0 bytes: whether the block is
 * alive and the pointer inside or at its end. */
int belay_valid_read(const void *pointer, size_t size);
int belay_valid_write(const void *pointer, size_t size);
/* Of the block that the pointer was made to point to: its first byte, its bytes, and
 * where in it the pointer is. NULL, 0 and 0 when it is dead or unknown. */
void *belay_block_start(const void *pointer);
size_t belay_block_length(const void *pointer);
ptrdiff_t belay_block_offset(const void *pointer);
/* Whether the bytes may be read and have been written. Found out by a pattern that heap
 * blocks and variables of the unit that asks begin with: 0 is certain but for a chance of
 * 2^-32 for each word; 1 is also said of bytes of which others in the same aligned word
 * of four were written, and of memory of unknown origin. */
int belay_initialised(const void *pointer, size_t size);
/* Whether free may be given this pointer now: null, or the start of a live heap block. */
int belay_freeable(const void *pointer);

/* Every access to these bytes is an error from now on, or no longer. They must lie in one
 * live block. In units that call belay_poison all accesses are checked for this, in
 * others those that have a check. */
void belay_poison(void *start, size_t size);
void belay_unpoison(void *start, size_t size);

/* For a program's own allocator. The bytes are a block of their own from now on; use the
 * pointer returned, which is the same but belongs to the new block. */
void *belay_block_begin(void *start, size_t size);
/* The block that this pointer belongs to is over: every use of it is an error. It must
 * have been begun by belay_block_begin. */
void belay_block_end(void *start);

#else

#define belay_valid_read(pointer, size) ((void)(pointer), (void)(size), 1)
#define belay_valid_write(pointer, size) ((void)(pointer), (void)(size), 1)
#define belay_block_start(pointer) ((void)(pointer), (void *)0)
#define belay_block_length(pointer) ((void)(pointer), (size_t)0)
#define belay_block_offset(pointer) ((void)(pointer), (ptrdiff_t)0)
#define belay_initialised(pointer, size) ((void)(pointer), (void)(size), 1)
#define belay_freeable(pointer) ((void)(pointer), 1)
#define belay_poison(start, size) ((void)(start), (void)(size))
#define belay_unpoison(start, size) ((void)(start), (void)(size))
#define belay_block_begin(start, size) ((void)(size), (void *)(start))
#define belay_block_end(start) ((void)(start))

#endif

#ifdef __cplusplus
}
#endif

#endif
