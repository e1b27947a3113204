/* What the wrappers of library functions share; include/belay_rt.h says how one is
 * written.
 *
 * A wrapper checks what the function reads and writes, calls it, and keeps the shadow
 * right: bytes that were copied take their referents along, all others written are no
 * pointers any more. A result that points into an argument has the argument's referent.
 * When errors do not end the program the function is called all the same. */
#ifndef BELAY_RUNTIME_WRAP_H
#define BELAY_RUNTIME_WRAP_H

#include <stdlib.h>
#include <string.h>

#include "core.h"

/* Weak: a program may have a function of that name itself (src/guard/bodies.c). */
#define WRAPPED(name) __attribute__((weak)) belay_wrap_##name
#define ENTER(name) BELAY_ENTER(belay_wrap_##name)
#define ARG(i, pointer) BELAY_ARG(i, pointer)
#define RESULT(name, origin) BELAY_RESULT(belay_wrap_##name, origin)

/* The allocator's own wrappers; the origin of the block is the thread's `result`. */
void *belay_wrap_malloc(size_t size);
void *belay_wrap_realloc(void *old, size_t size);
void belay_wrap_free(void *block);
void alloc_taken_over(void *old, void *now, size_t size);

static inline void wrap_reads(const void *from, size_t size, BelayOrigin origin,
                              const char *function) {
  belay_rt_access(from, size, origin, BELAY_READ, function);
}

/* The bytes may be written, and will be something else than pointers. */
static inline void wrap_writes(void *to, size_t size, BelayOrigin origin,
                               const char *function) {
  if (belay_rt_access(to, size, origin, BELAY_WRITE, function)) belay_rt_clear(to, size);
}

/* strlen, checked. */
static inline size_t wrap_string(const char *text, BelayOrigin origin,
                                 const char *function) {
  return belay_rt_string(text, origin, function);
}

/* The product of two sizes; the greatest size when it does not fit. */
static inline size_t wrap_product(size_t count, size_t size) {
  size_t product;
  return __builtin_mul_overflow(count, size, &product) ? SIZE_MAX : product;
}

/* A pointer that a function stored for its caller, *slot, points to what `origin` names.
 */
static inline void wrap_stores(void *slot, BelayOrigin of_slot, BelayOrigin origin,
                               const char *function) {
  if (!slot) return;
  if (belay_rt_access(slot, sizeof(void *), of_slot, BELAY_WRITE, function))
    belay_rt_store(slot, origin);
}

#endif
