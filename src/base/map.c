/* See map.h: an entry array in insertion order beside an open-addressing index. */
#include "base/map.h"

#include <string.h>

#include "base/vec.h"

uint64_t hash_u64(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

uint64_t hash_bytes(const void *data, size_t length) {
  const unsigned char *bytes = data;
  uint64_t h = 0xcbf29ce484222325u ^ length;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    h = (h ^ word) * 0x9fb21c651e98df25u;
    h ^= h >> 29;
  }
  for (; length; bytes++, length--) h = (h ^ *bytes) * 0x100000001b3u;
  return hash_u64(h);
}

static uint32_t find_slot(const Map *map, uint64_t key) {
  uint32_t mask = map->slot_count - 1;
  uint32_t slot = (uint32_t)hash_u64(key) & mask;
  while (map->slots[slot] && map->entries[map->slots[slot] - 1].key != key)
    slot = (slot + 1) & mask;
  return slot;
}

uint64_t *map_find(const Map *map, uint64_t key) {
  if (!map->count) return NULL;
  uint32_t found = map->slots[find_slot(map, key)];
  return found ? &map->entries[found - 1].value : NULL;
}

static void rehash(Arena *arena, Map *map) {
  uint32_t slot_count = map->slot_count ? map->slot_count * 2 : 16;
  map->slots = arena_new_array(arena, uint32_t, slot_count);
  map->slot_count = slot_count;
  for (uint32_t i = 0; i < map->count; i++)
    map->slots[find_slot(map, map->entries[i].key)] = i + 1;
}

uint64_t *map_at(Arena *arena, Map *map, uint64_t key) {
  if ((uint64_t)map->count * 3 >= (uint64_t)map->slot_count * 2) rehash(arena, map);
  uint32_t slot = find_slot(map, key);
  if (!map->slots[slot]) {
    if (map->count == map->entry_cap)
      map->entries = vec_grow_data(arena, map->entries, &map->entry_cap, map->count + 1,
                                   sizeof(MapEntry));
    map->entries[map->count++] = (MapEntry){key, 0};
    map->slots[slot] = map->count;
  }
  return &map->entries[map->slots[slot] - 1].value;
}

bool map_has(const Map *map, uint64_t key) { return map_find(map, key) != NULL; }

uint64_t map_get(const Map *map, uint64_t key, uint64_t fallback) {
  uint64_t *value = map_find(map, key);
  return value ? *value : fallback;
}

void map_set(Arena *arena, Map *map, uint64_t key, uint64_t value) {
  *map_at(arena, map, key) = value;
}

void map_clear(Map *map) {
  map->count = 0;
  if (map->slots) memset(map->slots, 0, map->slot_count * sizeof *map->slots);
}
