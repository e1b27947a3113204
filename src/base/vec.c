/* See vec.h. */
#include "base/vec.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/panic.h"

void *vec_grow_data(Arena *arena, void *data, uint32_t *cap, uint32_t need, size_t size) {
  uint64_t grown = *cap ? (uint64_t)*cap * 2 : 8;
  if (grown < need) grown = need;
  if (grown > UINT32_MAX) panic("vector too long");
  void *result = arena_grow(arena, data, *cap * size, (size_t)grown * size);
  *cap = (uint32_t)grown;
  return result;
}

void vec_printf(Arena *arena, VecChar *out, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length < 0) panic("bad format: %s", format);
  vec_reserve(arena, out, out->len + (uint32_t)length + 1);
  vsnprintf(out->data + out->len, (size_t)length + 1, format, again);
  va_end(again);
  out->len += (uint32_t)length;
}
