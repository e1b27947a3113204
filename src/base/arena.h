/* Bump allocation by lifetime. Everything that an engine or the program representation
 * allocates comes from an arena and is freed with it; there are no single frees. */
#ifndef BELAY_BASE_ARENA_H
#define BELAY_BASE_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
/* Frees all that was allocated from it, and itself. */
void arena_free(Arena *arena);
/* Keeps the arena and forgets what was allocated from it. */
void arena_reset(Arena *arena);
/* Bytes handed out so far. */
size_t arena_used(const Arena *arena);

/* 16-byte aligned. Never returns NULL: no memory aborts with a message. */
void *arena_alloc(Arena *arena, size_t bytes);
void *arena_zalloc(Arena *arena, size_t bytes);
/* Grows in place when `old` is the newest allocation, otherwise copies. */
void *arena_grow(Arena *arena, void *old, size_t old_bytes, size_t new_bytes);
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...)
  __attribute__((format(printf, 2, 3)));

#define arena_new_object(arena, T) ((T *)arena_zalloc((arena), sizeof(T)))
#define arena_new_array(arena, T, n) ((T *)arena_zalloc((arena), sizeof(T) * (size_t)(n)))

#endif
