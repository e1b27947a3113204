/* Growable arrays in an arena: `Vec(int) v = {0}; vec_push(arena, &v, 3); v.data[0]`. */
#ifndef BELAY_BASE_VEC_H
#define BELAY_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#define Vec(T)    \
  struct {        \
    T *data;      \
    uint32_t len; \
    uint32_t cap; \
  }

/* Named vectors that cross function boundaries. */
typedef Vec(uint32_t) VecU32;
typedef Vec(char) VecChar;

void *vec_grow_data(Arena *arena, void *data, uint32_t *cap, uint32_t need, size_t size);

#define vec_reserve(arena, v, n)                                                      \
  ((v)->cap >= (uint32_t)(n)                                                          \
     ? (void)0                                                                        \
     : (void)((v)->data = vec_grow_data((arena), (v)->data, &(v)->cap, (uint32_t)(n), \
                                        sizeof *(v)->data)))
#define vec_push(arena, v, ...) \
  (vec_reserve(arena, v, (v)->len + 1), (void)((v)->data[(v)->len++] = (__VA_ARGS__)))
#define vec_pop(v) ((v)->data[--(v)->len])
#define vec_last(v) ((v)->data[(v)->len - 1])
#define vec_clear(v) ((void)((v)->len = 0))
/* Sets the length; new elements are zero. */
#define vec_resize(arena, v, n)                                                 \
  do {                                                                          \
    uint32_t vec_n_ = (uint32_t)(n);                                            \
    vec_reserve(arena, v, vec_n_);                                              \
    if (vec_n_ > (v)->len)                                                      \
      memset((v)->data + (v)->len, 0, (vec_n_ - (v)->len) * sizeof *(v)->data); \
    (v)->len = vec_n_;                                                          \
  } while (0)

/* Appends formatted text (no terminator is counted, one is kept behind the last byte). */
void vec_printf(Arena *arena, VecChar *out, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

#endif
