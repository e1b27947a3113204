/* See sites.h. */
#include "shape/sites.h"

SiteSets *sites_new(Arena *arena) {
  SiteSets *sets = arena_new_object(arena, SiteSets);
  sets->arena = arena;
  vec_push(arena, &sets->sets, (SiteSet){0});
  return sets;
}

static uint32_t add_set(SiteSets *sets, const uint32_t *sites, uint32_t count) {
  for (uint32_t i = 0; i < sets->sets.len; i++) {
    SiteSet s = sets->sets.data[i];
    if (s.count == count && (!count || !memcmp(s.sites, sites, count * sizeof *sites)))
      return i;
  }
  uint32_t *copy = arena_alloc(sets->arena, (count + 1) * sizeof *copy);
  if (count) memcpy(copy, sites, count * sizeof *copy);
  vec_push(sets->arena, &sets->sets, (SiteSet){copy, count});
  return sets->sets.len - 1;
}

uint32_t sites_single(SiteSets *sets, uint32_t site) {
  uint64_t *found = map_at(sets->arena, &sets->singles, site);
  if (!*found) *found = add_set(sets, &site, 1);
  return (uint32_t)*found;
}

static uint32_t make_union(SiteSets *sets, SiteSet a, SiteSet b) {
  uint32_t *all = arena_alloc(sets->arena, (a.count + b.count + 1) * sizeof *all);
  uint32_t n = 0, i = 0, k = 0;
  while (i < a.count || k < b.count) {
    uint32_t next;
    if (k >= b.count || (i < a.count && a.sites[i] <= b.sites[k]))
      next = a.sites[i++];
    else
      next = b.sites[k++];
    if (!n || all[n - 1] != next) all[n++] = next;
  }
  return add_set(sets, all, n);
}

uint32_t sites_union(SiteSets *sets, uint32_t a, uint32_t b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a > b) return sites_union(sets, b, a);
  uint64_t *found = map_at(sets->arena, &sets->unions, (uint64_t)a << 32 | b);
  if (*found) return (uint32_t)*found;
  uint32_t made = make_union(sets, sites_at(sets, a), sites_at(sets, b));
  map_set(sets->arena, &sets->unions, (uint64_t)a << 32 | b, made);
  return made;
}

bool sites_meet(const SiteSets *sets, uint32_t a, uint32_t b) {
  SiteSet x = sites_at(sets, a), y = sites_at(sets, b);
  for (uint32_t i = 0, k = 0; i < x.count && k < y.count;) {
    if (x.sites[i] == y.sites[k]) return true;
    if (x.sites[i] < y.sites[k])
      i++;
    else
      k++;
  }
  return false;
}

bool sites_contain(const SiteSets *sets, uint32_t all, uint32_t part) {
  SiteSet a = sites_at(sets, all), b = sites_at(sets, part);
  uint32_t i = 0;
  for (uint32_t k = 0; k < b.count; k++) {
    while (i < a.count && a.sites[i] < b.sites[k]) i++;
    if (i >= a.count || a.sites[i] != b.sites[k]) return false;
  }
  return true;
}
