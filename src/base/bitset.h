/* Bit sets of a fixed universe. */
#ifndef BELAY_BASE_BITSET_H
#define BELAY_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Bitset {
  uint64_t *words;
  uint32_t bits; /* the universe is 0 .. bits-1 */
} Bitset;

Bitset bitset_new(Arena *arena, uint32_t bits);
static inline uint32_t bitset_words(const Bitset *set) { return (set->bits + 63) / 64; }
static inline bool bitset_has(const Bitset *set, uint32_t bit) {
  return set->words[bit / 64] >> (bit % 64) & 1;
}
static inline void bitset_add(Bitset *set, uint32_t bit) {
  set->words[bit / 64] |= (uint64_t)1 << (bit % 64);
}
static inline void bitset_remove(Bitset *set, uint32_t bit) {
  set->words[bit / 64] &= ~((uint64_t)1 << (bit % 64));
}
void bitset_clear(Bitset *set);
void bitset_fill(Bitset *set);
void bitset_copy(Bitset *to, const Bitset *from);
bool bitset_equal(const Bitset *a, const Bitset *b);
/* The three return whether `to` changed. */
bool bitset_union(Bitset *to, const Bitset *from);
bool bitset_intersect(Bitset *to, const Bitset *from);
bool bitset_subtract(Bitset *to, const Bitset *from);
uint32_t bitset_count(const Bitset *set);
/* The first member >= from; UINT32_MAX when there is none. */
uint32_t bitset_next(const Bitset *set, uint32_t from);

#define bitset_each(set, i) \
  for (uint32_t i = bitset_next((set), 0); i != UINT32_MAX; i = bitset_next((set), i + 1))

#endif
