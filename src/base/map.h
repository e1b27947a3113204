/* Hash map from 64-bit keys to 64-bit values, iterated in insertion order. */
#ifndef BELAY_BASE_MAP_H
#define BELAY_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct MapEntry {
  uint64_t key;
  uint64_t value;
} MapEntry;

/* All zero is an empty map. Iterate over entries[0 .. count). No removal. */
typedef struct Map {
  MapEntry *entries; /* in insertion order */
  uint32_t *slots;   /* open addressing: 1 + index into entries, 0 is free */
  uint32_t count;
  uint32_t entry_cap;
  uint32_t slot_count; /* a power of two, > count; 0 while empty */
} Map;

/* NULL when the key is absent; valid until the next insertion. */
uint64_t *map_find(const Map *map, uint64_t key);
/* The value's place, made (as zero) if absent. */
uint64_t *map_at(Arena *arena, Map *map, uint64_t key);
bool map_has(const Map *map, uint64_t key);
/* `fallback` when the key is absent. */
uint64_t map_get(const Map *map, uint64_t key, uint64_t fallback);
void map_set(Arena *arena, Map *map, uint64_t key, uint64_t value);
void map_clear(Map *map);

/* A good mixing of all bits; for hash-consing elsewhere too. */
uint64_t hash_u64(uint64_t x);
uint64_t hash_bytes(const void *data, size_t length);
static inline uint64_t hash_combine(uint64_t a, uint64_t b) {
  return hash_u64(a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2)));
}

#endif
