/* See reads.h. */
#include "shape/reads.h"

enum { MAX_WORDS = 256 };

static uint64_t key_of(uint32_t site, uint64_t word) {
  return (uint64_t)site << 32 | word;
}

static void note(Reads *r, Map *map, SiteSet sites, uint64_t word) {
  for (uint32_t i = 0; i < sites.count; i++) {
    uint64_t key = key_of(sites.sites[i], word);
    if (map_has(map, key)) continue;
    map_set(r->arena, map, key, 1);
    r->is_news |= map == &r->read;
  }
}

void reads_note(Reads *r, const SiteSets *sites, const Graph *g, uint32_t object,
                int64_t lo, int64_t end) {
  const ShapeObject *o = graph_object(g, object);
  if (o->place != PLACE_HEAP) return;
  int64_t bytes = g->pointer_bytes;
  for (int64_t word = lo / bytes; word * bytes < end && word < MAX_WORDS; word++)
    note(r, &r->read, sites_at(sites, o->sites), (uint64_t)word);
}

void reads_note_stored(Reads *r, const SiteSets *sites, const Graph *g, uint32_t object,
                       int64_t at) {
  const ShapeObject *o = graph_object(g, object);
  if (o->place != PLACE_HEAP || at / g->pointer_bytes >= MAX_WORDS) return;
  note(r, &r->stored, sites_at(sites, o->sites), (uint64_t)at / g->pointer_bytes);
}

bool reads_miss_some(const Reads *r) {
  for (uint32_t i = 0; i < r->stored.count; i++)
    if (!map_has(&r->read, r->stored.entries[i].key)) return true;
  return false;
}

static bool is_read(const Reads *r, SiteSet sites, uint64_t word) {
  for (uint32_t i = 0; i < sites.count; i++)
    if (map_has(&r->read, key_of(sites.sites[i], word))) return true;
  return false;
}

static bool is_link(const Graph *g, const ShapeObject *o, uint64_t word) {
  if (!graph_is_segment(o)) return false;
  uint64_t bytes = g->pointer_bytes;
  uint64_t low = word * bytes, high = low + bytes;
  if (o->next < high && o->next + bytes > low) return true;
  return o->kind == KIND_DLS && o->prev < high && o->prev + bytes > low;
}

static void forget_in(const Reads *r, const SiteSets *sites, Graph *g, uint32_t object) {
  const ShapeObject *o = graph_object(g, object);
  uint64_t bytes = g->pointer_bytes;
  for (uint64_t word = 0; word < MAX_WORDS && (int64_t)(word * bytes) < o->size_hi;
       word++) {
    if (is_link(g, o, word) || is_read(r, sites_at(sites, o->sites), word)) continue;
    graph_clear(g, object, (uint32_t)(word * bytes), (uint32_t)bytes);
    o = graph_object(g, object);
  }
}

void reads_forget(const Reads *r, const SiteSets *sites, Graph *g) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (o->place == PLACE_HEAP && o->valid && !o->gone && o->field_count)
      forget_in(r, sites, g, i);
  }
}
