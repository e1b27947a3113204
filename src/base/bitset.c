/* See bitset.h. Bits past the universe are kept zero. */
#include "base/bitset.h"

#include <string.h>

Bitset bitset_new(Arena *arena, uint32_t bits) {
  Bitset set = {NULL, bits};
  set.words = arena_new_array(arena, uint64_t, bitset_words(&set));
  return set;
}

void bitset_clear(Bitset *set) {
  memset(set->words, 0, bitset_words(set) * sizeof(uint64_t));
}

void bitset_fill(Bitset *set) {
  memset(set->words, 0xff, bitset_words(set) * sizeof(uint64_t));
  if (set->bits % 64) set->words[set->bits / 64] = ((uint64_t)1 << (set->bits % 64)) - 1;
}

void bitset_copy(Bitset *to, const Bitset *from) {
  memcpy(to->words, from->words, bitset_words(to) * sizeof(uint64_t));
}

bool bitset_equal(const Bitset *a, const Bitset *b) {
  return !memcmp(a->words, b->words, bitset_words(a) * sizeof(uint64_t));
}

#define UPDATE_EACH_WORD(expression)                        \
  uint64_t changed = 0;                                     \
  for (uint32_t i = 0; i < bitset_words(to); i++) {         \
    uint64_t before = to->words[i], other = from->words[i]; \
    to->words[i] = (expression);                            \
    changed |= before ^ to->words[i];                       \
  }                                                         \
  return changed != 0

bool bitset_union(Bitset *to, const Bitset *from) { UPDATE_EACH_WORD(before | other); }
bool bitset_intersect(Bitset *to, const Bitset *from) {
  UPDATE_EACH_WORD(before & other);
}
bool bitset_subtract(Bitset *to, const Bitset *from) {
  UPDATE_EACH_WORD(before & ~other);
}

uint32_t bitset_count(const Bitset *set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < bitset_words(set); i++)
    count += (uint32_t)__builtin_popcountll(set->words[i]);
  return count;
}

uint32_t bitset_next(const Bitset *set, uint32_t from) {
  if (from >= set->bits) return UINT32_MAX;
  uint32_t i = from / 64;
  uint64_t word = set->words[i] & (~(uint64_t)0 << (from % 64));
  while (!word) {
    if (++i >= bitset_words(set)) return UINT32_MAX;
    word = set->words[i];
  }
  return i * 64 + (uint32_t)__builtin_ctzll(word);
}
