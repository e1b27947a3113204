/* A chain of chunks, the newest first; each new chunk is at least twice its predecessor.
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"

enum { ALIGNMENT = 16, FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 24 };

typedef struct Chunk {
  struct Chunk *older;
  size_t capacity; /* bytes in data */
  size_t used;     /* used <= capacity, a multiple of ALIGNMENT */
  _Alignas(ALIGNMENT) unsigned char data[];
} Chunk;

struct Arena {
  Chunk *newest;
  size_t next_capacity; /* of the chunk to come */
  size_t total_used;    /* over all chunks */
};

static size_t round_up(size_t bytes) {
  return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

Arena *arena_new(void) {
  Arena *arena = calloc(1, sizeof *arena);
  if (!arena) panic("out of memory");
  arena->next_capacity = FIRST_CHUNK;
  return arena;
}

static void free_chunks(Chunk *chunk) {
  while (chunk) {
    Chunk *older = chunk->older;
    free(chunk);
    chunk = older;
  }
}

void arena_free(Arena *arena) {
  if (!arena) return;
  free_chunks(arena->newest);
  free(arena);
}

void arena_reset(Arena *arena) {
  Chunk *newest = arena->newest;
  if (!newest) return;
  free_chunks(newest->older);
  newest->older = NULL;
  newest->used = 0;
  arena->total_used = 0;
}

size_t arena_used(const Arena *arena) { return arena->total_used; }

static Chunk *add_chunk(Arena *arena, size_t bytes) {
  size_t capacity = arena->next_capacity < bytes ? bytes : arena->next_capacity;
  Chunk *chunk = malloc(sizeof *chunk + capacity);
  if (!chunk) panic("out of memory");
  chunk->older = arena->newest;
  chunk->capacity = capacity;
  chunk->used = 0;
  arena->newest = chunk;
  if (arena->next_capacity < LARGEST_CHUNK) arena->next_capacity *= 2;
  return chunk;
}

void *arena_alloc(Arena *arena, size_t bytes) {
  if (bytes > SIZE_MAX - ALIGNMENT) panic("allocation too large");
  bytes = bytes ? round_up(bytes) : ALIGNMENT;
  Chunk *chunk = arena->newest;
  if (!chunk || chunk->capacity - chunk->used < bytes) chunk = add_chunk(arena, bytes);
  void *result = chunk->data + chunk->used;
  chunk->used += bytes;
  arena->total_used += bytes;
  return result;
}

void *arena_zalloc(Arena *arena, size_t bytes) {
  return memset(arena_alloc(arena, bytes), 0, bytes);
}

void *arena_grow(Arena *arena, void *old, size_t old_bytes, size_t new_bytes) {
  Chunk *chunk = arena->newest;
  size_t old_rounded = round_up(old_bytes), new_rounded = round_up(new_bytes);
  if (old && old_bytes &&
      (unsigned char *)old + old_rounded == chunk->data + chunk->used &&
      chunk->capacity - chunk->used >= new_rounded - old_rounded) {
    chunk->used += new_rounded - old_rounded;
    arena->total_used += new_rounded - old_rounded;
    return old;
  }
  void *result = arena_alloc(arena, new_bytes);
  if (old_bytes) memcpy(result, old, old_bytes);
  return result;
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *arena_strdup(Arena *arena, const char *text) {
  return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length < 0) panic("bad format: %s", format);
  char *text = arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}
