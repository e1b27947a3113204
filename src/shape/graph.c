/* Making and changing memory graphs, and their canonical form. */
#include "shape/graph.h"

#include "base/map.h"
#include "base/panic.h"
#include "ir/ir.h"

Graph *graph_new(Arena *arena, unsigned pointer_bytes) {
  Graph *g = arena_new_object(arena, Graph);
  g->arena = arena;
  g->pointer_bytes = pointer_bytes;
  vec_push(arena, &g->objects, (ShapeObject){.place = PLACE_NULL});
  vec_push(arena, &g->values, (ShapeValue){0});
  return g;
}

static ShapeField *copy_fields(Arena *arena, const ShapeField *fields, uint32_t count) {
  if (!count) return NULL;
  ShapeField *copy = arena_alloc(arena, count * sizeof *copy);
  memcpy(copy, fields, count * sizeof *copy);
  return copy;
}

Graph *graph_copy(Arena *arena, const Graph *g) {
  Graph *copy = graph_new(arena, g->pointer_bytes);
  copy->context = g->context;
  vec_reserve(arena, &copy->objects, g->objects.len + 8);
  memcpy(copy->objects.data, g->objects.data, g->objects.len * sizeof *g->objects.data);
  copy->objects.len = g->objects.len;
  for (uint32_t i = 0; i < copy->objects.len; i++) {
    ShapeObject *o = &copy->objects.data[i];
    o->fields = copy_fields(arena, o->fields, o->field_count);
    o->field_cap = o->field_count;
  }
  vec_reserve(arena, &copy->values, g->values.len + 16);
  memcpy(copy->values.data, g->values.data, g->values.len * sizeof *g->values.data);
  copy->values.len = g->values.len;
  for (uint32_t i = 0; i < g->unequal.len; i++)
    vec_push(arena, &copy->unequal, g->unequal.data[i]);
  for (uint32_t i = 0; i < g->terms.len; i++)
    vec_push(arena, &copy->terms, g->terms.data[i]);
  for (uint32_t i = 0; i < g->frames.len; i++)
    vec_push(arena, &copy->frames, g->frames.data[i]);
  return copy;
}

uint32_t graph_add_object(Graph *g, ShapeObject object) {
  vec_push(g->arena, &g->objects, object);
  return g->objects.len - 1;
}

uint32_t graph_add_region(Graph *g, ShapePlace place, uint32_t source, int64_t size_lo,
                          int64_t size_hi) {
  return graph_add_object(g, (ShapeObject){.kind = KIND_REGION,
                                           .place = (uint8_t)place,
                                           .valid = true,
                                           .length = 1,
                                           .source = source,
                                           .size_lo = size_lo,
                                           .size_hi = size_hi});
}

uint32_t graph_add_int(Graph *g, int64_t lo, int64_t hi) {
  if (lo == hi) return graph_int(g, lo);
  vec_push(g->arena, &g->values, (ShapeValue){.kind = VALUE_INT, .lo = lo, .hi = hi});
  return g->values.len - 1;
}

static int64_t last_step(int64_t lo, int64_t hi, unsigned step) {
  uint64_t range = (uint64_t)hi - (uint64_t)lo;
  return (int64_t)((uint64_t)lo + (range >> step << step));
}

uint32_t graph_add_stepped(Graph *g, int64_t lo, int64_t hi, unsigned step) {
  uint32_t value = graph_add_int(g, lo, last_step(lo, hi, step));
  if (!value_is_exact(graph_value(g, value))) graph_value(g, value)->step = (uint8_t)step;
  return value;
}

uint32_t graph_add_offsets(Graph *g, uint32_t object, int64_t lo, int64_t hi,
                           unsigned step, ShapeSpec spec) {
  hi = last_step(lo, hi, step);
  if (lo == hi) return graph_address(g, object, lo, spec);
  uint32_t value = graph_add_address(g, object, lo, hi, spec);
  graph_value(g, value)->step = (uint8_t)step;
  return value;
}

unsigned value_step(const ShapeValue *v) { return value_is_exact(v) ? 63 : v->step; }

bool value_narrow(ShapeValue *v, int64_t lo, int64_t hi) {
  uint64_t unit = (uint64_t)1 << v->step;
  if (hi < v->lo || lo > v->hi) return false;
  if (lo > v->lo) {
    uint64_t up = ((uint64_t)lo - (uint64_t)v->lo + unit - 1) & -unit;
    if (up > (uint64_t)v->hi - (uint64_t)v->lo) return false;
    v->lo = (int64_t)((uint64_t)v->lo + up);
  }
  if (hi < v->lo) return false;
  if (hi < v->hi) v->hi = last_step(v->lo, hi, v->step);
  if (v->lo == v->hi) {
    v->step = 0;
    v->known = v->bits = 0;
  }
  return true;
}

uint32_t graph_int(Graph *g, int64_t number) {
  if (number == 0) return SHAPE_ZERO;
  for (uint32_t i = 1; i < g->values.len; i++) {
    const ShapeValue *v = &g->values.data[i];
    if (v->kind == VALUE_INT && v->lo == number && v->hi == number && !v->undefined)
      return i;
  }
  vec_push(g->arena, &g->values, (ShapeValue){VALUE_INT, .lo = number, .hi = number});
  return g->values.len - 1;
}

uint32_t graph_find_address(const Graph *g, uint32_t object, int64_t offset,
                            ShapeSpec spec) {
  for (uint32_t i = 1; i < g->values.len; i++) {
    const ShapeValue *v = &g->values.data[i];
    if (v->kind == VALUE_ADDRESS && v->object == object && v->spec == spec &&
        v->lo == offset && v->hi == offset)
      return i;
  }
  return SHAPE_NONE;
}

uint32_t graph_add_address(Graph *g, uint32_t object, int64_t lo, int64_t hi,
                           ShapeSpec spec) {
  ShapeValue v = {.kind = VALUE_ADDRESS, .spec = (uint8_t)spec, .object = object};
  v.lo = lo;
  v.hi = hi;
  vec_push(g->arena, &g->values, v);
  return g->values.len - 1;
}

uint32_t graph_address(Graph *g, uint32_t object, int64_t offset, ShapeSpec spec) {
  uint32_t found = graph_find_address(g, object, offset, spec);
  if (found != SHAPE_NONE) return found;
  return graph_add_address(g, object, offset, offset, spec);
}

unsigned graph_value_level(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  if (v->kind == VALUE_INT) return v->level;
  return graph_object(g, v->object)->level +
         (v->spec == SPEC_ALL || v->spec == SPEC_NEXT);
}

bool graph_are_unequal(const Graph *g, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < g->unequal.len; i++) {
    const ShapeUnequal *u = &g->unequal.data[i];
    if ((u->a == a && u->b == b) || (u->a == b && u->b == a)) return true;
  }
  return false;
}

void graph_make_unequal(Graph *g, uint32_t a, uint32_t b) {
  if (a == b || graph_are_unequal(g, a, b)) return;
  vec_push(g->arena, &g->unequal, (ShapeUnequal){a, b});
}

void graph_substitute(Graph *g, uint32_t old, uint32_t replacement) {
  for (uint32_t i = 0; i < g->objects.len; i++) {
    ShapeObject *o = &g->objects.data[i];
    for (uint32_t k = 0; k < o->field_count; k++)
      if (o->fields[k].value == old) o->fields[k].value = replacement;
  }
  for (uint32_t i = 0; i < g->unequal.len; i++) {
    ShapeUnequal *u = &g->unequal.data[i];
    if (u->a == old) u->a = replacement;
    if (u->b == old) u->b = replacement;
  }
  for (uint32_t i = 0; i < g->terms.len; i++) {
    ShapeTerm *t = &g->terms.data[i];
    if (t->a != old && t->b != old && t->result != old) continue;
    if (graph_value(g, old)->kind != graph_value(g, replacement)->kind) {
      t->linear = false;
      t->op = OP_OPAQUE;
    }
    if (t->a == old) t->a = replacement;
    if (t->b == old) t->b = replacement;
    if (t->result == old) t->result = replacement;
  }
}

void graph_kill(Graph *g, uint32_t object) {
  ShapeObject *o = graph_object(g, object);
  o->valid = false;
  o->field_count = 0;
}

/* ---- canonical form ---- */

typedef struct Compact {
  const Graph *from;
  Graph *to;
  uint32_t *objects, *values; /* old -> new */
  VecU32 queue;               /* old objects whose fields are to be copied */
} Compact;

static uint32_t take_object(Compact *c, uint32_t object) {
  if (c->objects[object] != SHAPE_NONE) return c->objects[object];
  ShapeObject copy = c->from->objects.data[object];
  copy.fields = NULL;
  copy.field_count = copy.field_cap = 0;
  c->objects[object] = graph_add_object(c->to, copy);
  vec_push(c->to->arena, &c->queue, object);
  return c->objects[object];
}

static uint32_t take_value(Compact *c, uint32_t value) {
  if (c->values[value] != SHAPE_NONE) return c->values[value];
  ShapeValue v = c->from->values.data[value];
  if (v.kind == VALUE_ADDRESS) v.object = take_object(c, v.object);
  vec_push(c->to->arena, &c->to->values, v);
  return c->values[value] = c->to->values.len - 1;
}

static void take_fields(Compact *c, uint32_t object) {
  const ShapeObject *from = &c->from->objects.data[object];
  uint32_t n = from->field_count;
  ShapeField *fields = n ? arena_alloc(c->to->arena, n * sizeof *fields) : NULL;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    ShapeField f = from->fields[i];
    f.value = take_value(c, f.value);
    ShapeField *before = kept ? &fields[kept - 1] : NULL;
    bool zeros = before && f.value == SHAPE_ZERO && before->value == SHAPE_ZERO;
    if (zeros && before->offset + before->size == f.offset)
      before->size += f.size;
    else
      fields[kept++] = f;
  }
  ShapeObject *to = graph_object(c->to, c->objects[object]);
  to->fields = fields;
  to->field_count = kept;
  to->field_cap = n;
}

static uint64_t root_key(const ShapeObject *o) {
  return (uint64_t)o->place << 56 | (uint64_t)o->frame << 48 | (uint64_t)o->born << 32 |
         o->source;
}

static void take_roots(Compact *c) {
  const Graph *g = c->from;
  VecU32 roots = {0};
  for (uint32_t i = 1; i < g->objects.len; i++) {
    if (!graph_is_root(&g->objects.data[i])) continue;
    vec_push(c->to->arena, &roots, i);
    uint32_t k = roots.len - 1;
    for (; k > 0 &&
           root_key(&g->objects.data[roots.data[k - 1]]) > root_key(&g->objects.data[i]);
         k--)
      roots.data[k] = roots.data[k - 1];
    roots.data[k] = i;
  }
  for (uint32_t i = 0; i < roots.len; i++) take_object(c, roots.data[i]);
}

static int compare_unequal(ShapeUnequal x, ShapeUnequal y) {
  if (x.a != y.a) return x.a < y.a ? -1 : 1;
  return x.b < y.b ? -1 : x.b > y.b;
}

static void take_unequal(Compact *c) {
  for (uint32_t i = 0; i < c->from->unequal.len; i++) {
    ShapeUnequal u = c->from->unequal.data[i];
    uint32_t a = c->values[u.a], b = c->values[u.b];
    if (a == SHAPE_NONE || b == SHAPE_NONE || graph_are_unequal(c->to, a, b)) continue;
    ShapeUnequal entry = a < b ? (ShapeUnequal){a, b} : (ShapeUnequal){b, a};
    vec_push(c->to->arena, &c->to->unequal, entry);
    uint32_t k = c->to->unequal.len - 1;
    for (; k > 0 && compare_unequal(c->to->unequal.data[k - 1], entry) > 0; k--)
      c->to->unequal.data[k] = c->to->unequal.data[k - 1];
    c->to->unequal.data[k] = entry;
  }
}

static uint32_t *new_table(Arena *arena, uint32_t count) {
  uint32_t *table = arena_alloc(arena, count * sizeof *table);
  memset(table, 0xff, count * sizeof *table);
  table[0] = 0;
  return table;
}

static Compact compact(Arena *arena, const Graph *g) {
  Compact c = {.from = g, .to = graph_new(arena, g->pointer_bytes)};
  Arena *tables = g->arena; /* the old graph's: they go when it goes */
  c.objects = new_table(tables, g->objects.len);
  c.values = new_table(tables, g->values.len);
  c.to->context = g->context;
  for (uint32_t i = 0; i < g->frames.len; i++)
    vec_push(arena, &c.to->frames, take_object(&c, g->frames.data[i]));
  take_roots(&c);
  for (uint32_t i = 0; i < c.queue.len; i++) take_fields(&c, c.queue.data[i]);
  take_unequal(&c);
  return c;
}

Graph *graph_compact_mapped(Arena *arena, const Graph *g, GraphMap *map) {
  Compact c = compact(arena, g);
  *map = (GraphMap){c.objects, c.values};
  return c.to;
}

Graph *graph_compact(Arena *arena, const Graph *g, ShapeLost *lost, void *context) {
  Compact c = compact(arena, g);
  for (uint32_t i = 1; lost && i < g->objects.len; i++) {
    const ShapeObject *o = &g->objects.data[i];
    if (o->place == PLACE_HEAP && o->valid && !o->gone && c.objects[i] == SHAPE_NONE)
      lost(context, g, i);
  }
  return c.to;
}

static uint64_t mixed(uint64_t hash, uint64_t x) {
  hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

static uint64_t object_likeness(const Graph *g, uint64_t hash, const ShapeObject *o) {
  hash = mixed(hash, (uint64_t)o->kind << 32 | (uint64_t)o->place << 16 | o->level);
  hash = mixed(hash, (uint64_t)o->source << 1 | o->valid);
  hash = mixed(hash, (uint64_t)o->size_lo ^ (uint64_t)o->length << 40);
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *v = graph_value(g, o->fields[i].value);
    if (v->kind == VALUE_INT) continue;
    hash = mixed(hash, (uint64_t)o->fields[i].offset << 32 | v->object);
    hash = mixed(hash, value_is_exact(v) ? (uint64_t)v->lo : 1);
  }
  return hash;
}

uint64_t graph_likeness(const Graph *g) {
  uint64_t hash = g->frames.len;
  for (uint32_t i = 1; i < g->objects.len; i++)
    hash = object_likeness(g, hash, graph_object(g, i));
  return hash;
}

static bool objects_equal(const ShapeObject *x, const ShapeObject *y) {
  return x->kind == y->kind && x->place == y->place && x->valid == y->valid &&
         x->level == y->level && x->frame == y->frame && x->born == y->born &&
         x->length == y->length && x->head == y->head && x->next == y->next &&
         x->prev == y->prev && x->source == y->source && x->sites == y->sites &&
         x->size_lo == y->size_lo && x->size_hi == y->size_hi &&
         x->field_count == y->field_count &&
         (!x->field_count ||
          !memcmp(x->fields, y->fields, x->field_count * sizeof *x->fields));
}

static bool values_equal(const ShapeValue *x, const ShapeValue *y) {
  return x->kind == y->kind && x->spec == y->spec && x->level == y->level &&
         x->undefined == y->undefined && x->object == y->object && x->lo == y->lo &&
         x->hi == y->hi && x->step == y->step && x->known == y->known &&
         x->bits == y->bits;
}

bool graph_equal(const Graph *a, const Graph *b) {
  if (a->objects.len != b->objects.len || a->values.len != b->values.len ||
      a->unequal.len != b->unequal.len || a->frames.len != b->frames.len ||
      a->context != b->context)
    return false;
  for (uint32_t i = 0; i < a->values.len; i++)
    if (!values_equal(&a->values.data[i], &b->values.data[i])) return false;
  for (uint32_t i = 0; i < a->objects.len; i++)
    if (!objects_equal(&a->objects.data[i], &b->objects.data[i])) return false;
  return !a->unequal.len || !memcmp(a->unequal.data, b->unequal.data,
                                    a->unequal.len * sizeof *a->unequal.data);
}
