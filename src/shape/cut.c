/* See cut.h. */
#include "shape/cut.h"

#include <stdlib.h>

typedef struct Cutter {
  const Graph *g;
  Arena *arena;
  NamedGlobals globals;
  bool all_globals;
  uint8_t *inside; /* object -> it is in the part */
  uint8_t *held;   /* value -> a field of the part holds it */
  uint8_t *shared; /* value -> the rest holds it as well */
  VecU32 queue;
} Cutter;

/* Read-only memory and functions are wherever somebody names them. */
static bool is_everywhere(const ShapeObject *o) {
  return o->place == PLACE_CONSTANT || o->place == PLACE_FUNCTION ||
         o->place == PLACE_NULL;
}

static void reach(Cutter *c, uint32_t object) {
  if (c->inside[object]) return;
  c->inside[object] = 1;
  vec_push(c->arena, &c->queue, object);
}

static void reach_globals(Cutter *c) {
  for (uint32_t i = 1; i < c->g->objects.len; i++) {
    const ShapeObject *o = graph_object(c->g, i);
    if (o->gone || o->place != PLACE_GLOBAL) continue;
    if (c->all_globals || bitset_has(c->globals.named, o->source)) reach(c, i);
  }
}

static void find_part(Cutter *c) {
  const Graph *g = c->g;
  reach(c, vec_last(&g->frames));
  reach_globals(c);
  for (uint32_t i = 0; i < c->queue.len; i++) {
    const ShapeObject *o = graph_object(g, c->queue.data[i]);
    if (o->place == PLACE_CONSTANT && c->globals.leads[o->source] && !c->all_globals) {
      c->all_globals = true;
      reach_globals(c);
    }
    for (uint32_t k = 0; k < o->field_count; k++) {
      const ShapeValue *v = graph_value(g, o->fields[k].value);
      c->held[o->fields[k].value] = 1;
      if (v->kind == VALUE_ADDRESS) reach(c, v->object);
    }
  }
}

static bool is_shared(const Cutter *c, uint32_t value) {
  const ShapeValue *v = graph_value(c->g, value);
  if (v->kind == VALUE_INT) return !value_is_exact(v) && c->held[value];
  return c->inside[v->object] && !is_everywhere(graph_object(c->g, v->object));
}

static void find_shared(Cutter *c) {
  for (uint32_t i = 1; i < c->g->objects.len; i++) {
    const ShapeObject *o = graph_object(c->g, i);
    if (o->gone || c->inside[i]) continue;
    for (uint32_t k = 0; k < o->field_count; k++)
      if (is_shared(c, o->fields[k].value)) c->shared[o->fields[k].value] = 1;
  }
}

/* ---- the part ---- */

typedef struct StackObject {
  uint32_t object;
  uint64_t key;
} StackObject;

static int compare_stack(const void *a, const void *b) {
  const StackObject *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->object < y->object ? -1 : x->object > y->object;
}

static void rename_stack(const Cutter *c, Graph *part, Cut *cut) {
  Vec(StackObject) found = {0};
  for (uint32_t i = 1; i < part->objects.len; i++) {
    const ShapeObject *o = graph_object(part, i);
    if (!c->inside[i] || o->gone || o->place != PLACE_STACK) continue;
    uint64_t key = (uint64_t)!o->valid << 32 | (uint64_t)o->frame << 16 | o->born;
    vec_push(c->arena, &found, (StackObject){i, key});
  }
  if (found.len) qsort(found.data, found.len, sizeof *found.data, compare_stack);
  for (uint32_t i = 0; i < found.len; i++) {
    ShapeObject *o = graph_object(part, found.data[i].object);
    vec_push(c->arena, &cut->stack, (StackName){o->source, o->frame, o->born});
    o->source = 0;
    o->frame = 0;
    o->born = (uint16_t)i;
  }
}

/* Shared values in an order that depends on the part alone. */
typedef struct SharedValue {
  uint32_t value;  /* of the rest */
  uint32_t known;  /* of the part, SHAPE_NONE when nothing there holds it */
  uint32_t object; /* of the part */
  const ShapeValue *v;
} SharedValue;

static int compare_numbers(int64_t x, int64_t y) { return x < y ? -1 : x > y; }

static int compare_shared(const void *a, const void *b) {
  const SharedValue *x = a, *y = b;
  if (x->known != y->known) return x->known < y->known ? -1 : 1;
  if (x->object != y->object) return x->object < y->object ? -1 : 1;
  if (x->v->spec != y->v->spec) return x->v->spec < y->v->spec ? -1 : 1;
  int order = compare_numbers(x->v->lo, y->v->lo);
  if (!order) order = compare_numbers(x->v->hi, y->v->hi);
  return order ? order : compare_numbers(x->value, y->value);
}

static void add_interface(const Cutter *c, const GraphMap *map, Cut *cut) {
  Vec(SharedValue) found = {0};
  for (uint32_t i = 1; i < c->g->values.len; i++) {
    const ShapeValue *v = graph_value(c->g, i);
    if (!c->shared[i]) continue;
    uint32_t object = v->kind == VALUE_ADDRESS ? map->objects[v->object] : 0;
    vec_push(c->arena, &found, (SharedValue){i, map->values[i], object, v});
  }
  if (found.len) qsort(found.data, found.len, sizeof *found.data, compare_shared);
  for (uint32_t i = 0; i < found.len; i++) {
    SharedValue s = found.data[i];
    if (s.known == SHAPE_NONE)
      s.known =
        graph_add_offsets(cut->part, s.object, s.v->lo, s.v->hi, s.v->step, s.v->spec);
    graph_set_register(cut->part, cut->part->frames.data[0], i, s.known);
    vec_push(c->arena, &cut->shared, s.value);
  }
}

static void make_part(const Cutter *c, Cut *cut) {
  Graph *part = graph_copy(c->arena, c->g);
  uint32_t callee = vec_last(&part->frames);
  for (uint32_t i = 1; i < part->objects.len; i++)
    if (!c->inside[i]) graph_object(part, i)->gone = true;
  rename_stack(c, part, cut);
  uint32_t interface = graph_add_region(part, PLACE_FRAME, 0, 0, 0);
  graph_object(part, interface)->length = 0;
  part->frames.len = 0;
  vec_push(c->arena, &part->frames, interface);
  vec_push(c->arena, &part->frames, callee);
  part->context = 0;
  GraphMap map;
  cut->part = graph_compact_mapped(c->arena, part, &map);
  add_interface(c, &map, cut);
}

static void make_rest(const Cutter *c, Cut *cut) {
  Graph *rest = graph_copy(c->arena, c->g);
  rest->frames.len--;
  for (uint32_t i = 1; i < rest->objects.len; i++) {
    ShapeObject *o = graph_object(rest, i);
    if (!c->inside[i] || is_everywhere(o)) continue;
    o->gone = true;
    o->field_count = 0;
  }
  cut->rest = rest;
}

void graph_cut(Arena *arena, const Graph *g, NamedGlobals globals, Cut *cut) {
  Cutter c = {.g = g, .arena = arena, .globals = globals};
  c.inside = arena_zalloc(arena, g->objects.len);
  c.held = arena_zalloc(arena, g->values.len);
  c.shared = arena_zalloc(arena, g->values.len);
  memset(cut, 0, sizeof *cut);
  find_part(&c);
  find_shared(&c);
  make_part(&c, cut);
  make_rest(&c, cut);
}

/* ---- putting together ---- */

typedef struct Paster {
  const Cut *cut;
  const Graph *part;
  Graph *out;
  uint32_t *objects, *values; /* of the part -> of the result */
} Paster;

static uint32_t find_everywhere(const Graph *g, const ShapeObject *o) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *p = graph_object(g, i);
    if (!p->gone && p->place == o->place && p->source == o->source) return i;
  }
  return SHAPE_NONE;
}

/* Stack objects get back what they were called; those of the callee are dead. */
static void restore_name(const Cut *cut, ShapeObject *o) {
  if (o->place != PLACE_STACK) return;
  if (o->frame == 0 && o->born < cut->stack.len) {
    StackName name = cut->stack.data[o->born];
    o->source = name.source;
    o->frame = name.frame;
    o->born = name.born;
  } else if (o->frame == 1) {
    o->frame = 2;
  }
}

static void paste_objects(Paster *p) {
  for (uint32_t i = 1; i < p->part->objects.len; i++) {
    ShapeObject o = *graph_object(p->part, i);
    if (o.gone || o.place == PLACE_FRAME) continue;
    if (is_everywhere(&o)) p->objects[i] = find_everywhere(p->out, &o);
    if (p->objects[i] != SHAPE_NONE) continue;
    restore_name(p->cut, &o);
    o.fields = NULL;
    o.field_count = o.field_cap = 0;
    p->objects[i] = graph_add_object(p->out, o);
  }
}

static uint32_t paste_value(Paster *p, uint32_t value) {
  if (p->values[value] != SHAPE_NONE) return p->values[value];
  ShapeValue v = *graph_value(p->part, value);
  uint32_t made;
  if (v.kind == VALUE_INT && value_is_exact(&v) && !v.undefined && !v.level) {
    made = graph_int(p->out, v.lo);
  } else if (v.kind == VALUE_ADDRESS && value_is_exact(&v)) {
    made = graph_address(p->out, p->objects[v.object], v.lo, v.spec);
  } else {
    if (v.kind == VALUE_ADDRESS) v.object = p->objects[v.object];
    vec_push(p->out->arena, &p->out->values, v);
    made = p->out->values.len - 1;
  }
  return p->values[value] = made;
}

static void paste_fields(Paster *p) {
  for (uint32_t i = 1; i < p->part->objects.len; i++) {
    const ShapeObject *o = graph_object(p->part, i);
    if (o->gone || o->place == PLACE_FRAME || !o->field_count) continue;
    ShapeField *fields = arena_alloc(p->out->arena, o->field_count * sizeof *fields);
    for (uint32_t k = 0; k < o->field_count; k++) {
      fields[k] = o->fields[k];
      fields[k].value = paste_value(p, o->fields[k].value);
    }
    ShapeObject *to = graph_object(p->out, p->objects[i]);
    to->fields = fields;
    to->field_count = to->field_cap = o->field_count;
  }
}

static void paste_unequal(Paster *p) {
  for (uint32_t i = 0; i < p->part->unequal.len; i++) {
    ShapeUnequal u = p->part->unequal.data[i];
    uint32_t a = p->values[u.a], b = p->values[u.b];
    if (a != SHAPE_NONE && b != SHAPE_NONE) graph_make_unequal(p->out, a, b);
  }
}

/* What the rest shares with the part is what the part made of it. A number that the part
 * forgot is what it was; an address is anything then. */
static void paste_shared(Paster *p) {
  uint32_t frame = p->part->frames.data[0];
  for (uint32_t i = 0; i < p->cut->shared.len; i++) {
    uint32_t old = p->cut->shared.data[i];
    uint32_t now = graph_get_register(p->part, frame, i);
    if (now != SHAPE_NONE)
      graph_substitute(p->out, old, paste_value(p, now));
    else if (graph_value(p->out, old)->kind == VALUE_ADDRESS)
      graph_substitute(p->out, old, graph_add_int(p->out, INT64_MIN, INT64_MAX));
  }
}

static uint32_t *new_table(Arena *arena, uint32_t count) {
  uint32_t *table = arena_alloc(arena, count * sizeof *table);
  memset(table, 0xff, count * sizeof *table);
  table[0] = 0;
  return table;
}

Graph *graph_paste(Arena *arena, const Cut *cut, const Graph *part, uint32_t *results,
                   uint32_t result_count) {
  Paster p = {.cut = cut, .part = part, .out = graph_copy(arena, cut->rest)};
  p.objects = new_table(arena, part->objects.len);
  p.values = new_table(arena, part->values.len);
  paste_objects(&p);
  paste_fields(&p);
  paste_shared(&p);
  for (uint32_t i = 0; i < result_count; i++) {
    uint32_t value = graph_get_register(part, part->frames.data[0], SHAPE_RESULTS + i);
    results[i] = value == SHAPE_NONE ? SHAPE_NONE : paste_value(&p, value);
  }
  paste_unequal(&p);
  return p.out;
}
