/* Memory graphs from text: see text.h. */
#include <stdlib.h>

#include "base/map.h"
#include "shape/text.h"

typedef struct Reader {
  Graph *g;
  const char *at;
  const char *error;
  Map objects, values; /* number in the text -> id */
} Reader;

static void skip(Reader *r) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == ',') r->at++;
}

static bool word(Reader *r, const char *text) {
  skip(r);
  size_t n = strlen(text);
  if (strncmp(r->at, text, n) != 0) return false;
  char after = r->at[n];
  bool letter = (after >= 'a' && after <= 'z') || (after >= '0' && after <= '9');
  if (letter && text[0] >= 'a' && text[0] <= 'z' && text[n - 1] >= 'a') return false;
  r->at += n;
  return true;
}

static bool fail(Reader *r, const char *what) {
  if (!r->error)
    r->error = arena_printf(r->g->arena, "expected %s at: %.30s", what, r->at);
  return false;
}

static bool number(Reader *r, int64_t *n) {
  skip(r);
  char *end;
  *n = strtoll(r->at, &end, 10);
  if (end == r->at) return fail(r, "a number");
  r->at = end;
  return true;
}

static uint32_t one_of(Reader *r, const char *const *names, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (word(r, names[i])) return i;
  return SHAPE_NONE;
}

static uint32_t object_id(Reader *r, int64_t n) {
  uint64_t *found = map_find(&r->objects, (uint64_t)n);
  if (found) return (uint32_t)*found;
  uint32_t id = graph_add_region(r->g, PLACE_HEAP, 0, 0, 0);
  map_set(r->g->arena, &r->objects, (uint64_t)n, id);
  return id;
}

static bool value_id(Reader *r, uint32_t *id) {
  int64_t n;
  skip(r);
  if (*r->at == 'v') {
    r->at++;
  } else {
    *id = SHAPE_ZERO;
    return word(r, "0") || fail(r, "a value");
  }
  if (!number(r, &n)) return false;
  uint64_t *found = map_find(&r->values, (uint64_t)n);
  if (!found) {
    vec_push(r->g->arena, &r->g->values, (ShapeValue){0});
    map_set(r->g->arena, &r->values, (uint64_t)n, r->g->values.len - 1);
    found = map_find(&r->values, (uint64_t)n);
  }
  *id = (uint32_t)*found;
  return true;
}

static bool fields(Reader *r, uint32_t object) {
  if (!word(r, "{")) return fail(r, "{");
  while (!word(r, "}")) {
    int64_t offset, size;
    uint32_t value;
    if (!number(r, &offset) || !word(r, ":") || !number(r, &size) || !word(r, "="))
      return fail(r, "a field");
    if (!value_id(r, &value)) return false;
    graph_write(r->g, object, (uint32_t)offset, (uint32_t)size, value);
  }
  return true;
}

static bool attribute(Reader *r, ShapeObject *o) {
  static const char *const names[] = {"size", "source", "sites", "level", "frame",
                                      "born", "head",   "next",  "prev",  "length"};
  uint32_t which = one_of(r, names, sizeof names / sizeof *names);
  int64_t n;
  if (which == SHAPE_NONE)
    return word(r, "dead") ? (o->valid = false, true) : fail(r, "{");
  if (!number(r, &n)) return false;
  switch (which) {
  case 0:
    o->size_lo = o->size_hi = n;
    return word(r, "..") ? number(r, &o->size_hi) : true;
  case 1: o->source = (uint32_t)n; return true;
  case 2: o->sites = (uint32_t)n; return true;
  case 3: o->level = (uint8_t)n; return true;
  case 4: o->frame = (uint16_t)n; return true;
  case 5: o->born = (uint16_t)n; return true;
  case 6: o->head = (uint32_t)n; return true;
  case 7: o->next = (uint32_t)n; return true;
  case 8: o->prev = (uint32_t)n; return true;
  default: o->length = (uint32_t)n; return true;
  }
}

static bool object(Reader *r) {
  static const char *const places[] = {"null",  "global", "constant", "function",
                                       "stack", "heap",   "static",   "frame"};
  static const char *const kinds[] = {"region", "sls", "dls", "option"};
  int64_t n;
  if (!number(r, &n)) return false;
  uint32_t id = object_id(r, n);
  uint32_t place = one_of(r, places, 8), kind = one_of(r, kinds, 4);
  if (place == SHAPE_NONE || kind == SHAPE_NONE) return fail(r, "a place and a kind");
  ShapeObject o = *graph_object(r->g, id);
  o.place = (uint8_t)place;
  o.kind = (uint8_t)kind;
  o.length = kind == KIND_REGION && place != PLACE_FRAME;
  for (skip(r); *r->at != '{'; skip(r))
    if (!attribute(r, &o)) return false;
  *graph_object(r->g, id) = o;
  if (place == PLACE_FRAME) vec_push(r->g->arena, &r->g->frames, id);
  return fields(r, id);
}

static bool interval(Reader *r, int64_t *lo, int64_t *hi) {
  if (!word(r, "[")) return number(r, lo) && (*hi = *lo, true);
  return number(r, lo) && number(r, hi) && (word(r, "]") || fail(r, "]"));
}

static bool value(Reader *r) {
  static const char *const specs[] = {"first", "last", "all", "next"};
  uint32_t id;
  int64_t n;
  if (!value_id(r, &id) || !word(r, "=")) return fail(r, "a value and =");
  ShapeValue v = {0};
  if (word(r, "&")) {
    if (!number(r, &n)) return false;
    v.kind = VALUE_ADDRESS;
    v.object = object_id(r, n);
    if (word(r, "+") && !interval(r, &v.lo, &v.hi)) return false;
    uint32_t spec = one_of(r, specs, 4);
    v.spec = (uint8_t)(spec == SHAPE_NONE ? SPEC_REGION : spec + 1);
  } else if (!interval(r, &v.lo, &v.hi)) {
    return false;
  }
  if (word(r, "by")) {
    if (!number(r, &n)) return false;
    if (n <= 0 || (n & (n - 1))) return fail(r, "a power of two");
    v.step = (uint8_t)__builtin_ctzll((uint64_t)n);
  }
  if (word(r, "known")) {
    int64_t bits;
    if (!number(r, &n) || !word(r, "bits") || !number(r, &bits)) return false;
    v.known = (uint64_t)n;
    v.bits = (uint64_t)bits;
  }
  if (word(r, "level")) {
    if (!number(r, &n)) return false;
    v.level = (uint8_t)n;
  }
  v.undefined = word(r, "undefined");
  *graph_value(r->g, id) = v;
  return true;
}

static bool line(Reader *r) {
  if (word(r, "object")) return object(r);
  if (word(r, "value")) return value(r);
  if (!word(r, "unequal")) return fail(r, "object, value or unequal");
  uint32_t a, b;
  if (!value_id(r, &a) || !value_id(r, &b)) return false;
  graph_make_unequal(r->g, a, b);
  return true;
}

Graph *graph_parse(Arena *arena, const char *text, unsigned pointer_bytes,
                   const char **error) {
  Reader r = {.g = graph_new(arena, pointer_bytes), .at = text};
  for (;;) {
    while (*r.at == '\n' || *r.at == ' ') r.at++;
    if (!*r.at) break;
    if (*r.at == '#') {
      while (*r.at && *r.at != '\n') r.at++;
      continue;
    }
    bool fine = line(&r);
    skip(&r);
    if (fine && *r.at && *r.at != '\n' && *r.at != '#')
      fine = fail(&r, "the end of the line");
    if (fine) continue;
    *error = r.error;
    return NULL;
  }
  *error = graph_fault(r.g);
  return *error ? NULL : r.g;
}
