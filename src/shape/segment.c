/* Taking a node out of a list segment, and removing an empty one (section 2.3). */
#include "base/panic.h"
#include "shape/graph.h"

typedef struct Nest {
  Graph *g;
  uint32_t segment;
  uint32_t region;   /* the node taken out */
  uint32_t next;     /* what follows it: of a singly linked list */
  uint32_t *objects; /* nested object -> its copy */
  uint32_t *values;
  uint32_t object_count, value_count;
} Nest;

static uint32_t copy_value(Nest *n, uint32_t value);

static uint32_t copy_object(Nest *n, uint32_t object) {
  if (n->objects[object] != SHAPE_NONE) return n->objects[object];
  ShapeObject copy = *graph_object(n->g, object);
  copy.level--;
  copy.fields = NULL;
  copy.field_cap = copy.field_count = 0;
  uint32_t id = graph_add_object(n->g, copy);
  n->objects[object] = id;
  for (uint32_t i = 0; i < graph_object(n->g, object)->field_count; i++) {
    ShapeField f = graph_object(n->g, object)->fields[i];
    graph_write(n->g, id, f.offset, f.size, copy_value(n, f.value));
  }
  return id;
}

/* Of a value that a node or what is nested below it holds. */
static uint32_t copy_value(Nest *n, uint32_t value) {
  if (graph_value_level(n->g, value) == 0) return value;
  if (value < n->value_count && n->values[value] != SHAPE_NONE) return n->values[value];
  ShapeValue v = *graph_value(n->g, value);
  if (v.kind == VALUE_INT) {
    v.level--;
  } else if (v.object == n->segment && v.spec == SPEC_NEXT) {
    return n->next;
  } else if (v.object == n->segment) {
    v.object = n->region;
    v.spec = SPEC_REGION;
  } else {
    v.object = copy_object(n, v.object);
  }
  uint32_t copy = SHAPE_NONE;
  if (v.kind == VALUE_ADDRESS && value_is_exact(&v))
    copy = graph_address(n->g, v.object, v.lo, v.spec);
  else {
    vec_push(n->g->arena, &n->g->values, v);
    copy = n->g->values.len - 1;
  }
  return n->values[value] = copy;
}

static Nest nest_new(Graph *g, uint32_t segment) {
  Nest n = {.g = g, .segment = segment};
  n.object_count = g->objects.len;
  n.value_count = g->values.len;
  n.objects = arena_alloc(g->arena, n.object_count * sizeof(uint32_t));
  n.values = arena_alloc(g->arena, n.value_count * sizeof(uint32_t));
  memset(n.objects, 0xff, n.object_count * sizeof(uint32_t));
  memset(n.values, 0xff, n.value_count * sizeof(uint32_t));
  return n;
}

static void redirect(Graph *g, uint32_t segment, ShapeSpec spec, uint32_t region) {
  for (uint32_t i = 1; i < g->values.len; i++) {
    ShapeValue *v = graph_value(g, i);
    if (v->kind != VALUE_ADDRESS || v->object != segment || v->spec != spec) continue;
    v->object = region;
    v->spec = SPEC_REGION;
  }
}

static uint32_t new_node(Graph *g, uint32_t segment) {
  ShapeObject region = *graph_object(g, segment);
  region.kind = KIND_REGION;
  region.length = 1;
  region.head = region.next = region.prev = 0;
  region.fields = NULL;
  region.field_cap = region.field_count = 0;
  return graph_add_object(g, region);
}

/* The content of a node that is taken out; `rest` is the address of those that stay. */
static void fill_node(Graph *g, uint32_t segment, uint32_t region, uint32_t rest) {
  Nest n = nest_new(g, segment);
  n.region = region;
  n.next = rest;
  for (uint32_t i = 0; i < graph_object(g, segment)->field_count; i++) {
    ShapeField f = graph_object(g, segment)->fields[i];
    graph_write(g, region, f.offset, f.size, copy_value(&n, f.value));
  }
}

uint32_t graph_materialise(Graph *g, uint32_t segment, bool last) {
  ShapeObject d = *graph_object(g, segment);
  BELAY_ASSERT(d.level == 0 && d.length > 0 && graph_is_segment(&d));
  BELAY_ASSERT(!last || d.kind == KIND_DLS);
  ShapeSpec spec = last ? SPEC_LAST : SPEC_FIRST;
  uint32_t outer = graph_address(g, segment, d.head, spec);
  uint32_t region = new_node(g, segment);
  redirect(g, segment, spec, region);
  uint32_t rest = graph_address(g, segment, d.head, spec);
  fill_node(g, segment, region, rest);
  uint32_t forward = last ? d.prev : d.next, backward = last ? d.next : d.prev;
  graph_write(g, region, forward, g->pointer_bytes, rest);
  if (d.kind == KIND_DLS) graph_write(g, segment, backward, g->pointer_bytes, outer);
  graph_object(g, segment)->length--;
  return region;
}

/* What is only below it goes with it. */
static void drop_nested(Graph *g, uint32_t object, unsigned level) {
  ShapeObject *o = graph_object(g, object);
  if (o->gone) return;
  o->gone = true;
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *v = graph_value(g, o->fields[i].value);
    if (v->kind == VALUE_ADDRESS && graph_object(g, v->object)->level > level)
      drop_nested(g, v->object, level);
  }
  o->field_count = 0;
}

static bool is_held(const Graph *g, uint32_t object) {
  for (uint32_t i = 0; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    for (uint32_t k = 0; !o->gone && k < o->field_count; k++) {
      const ShapeValue *v = graph_value(g, o->fields[k].value);
      if (v->kind == VALUE_ADDRESS && v->object == object) return true;
    }
  }
  return false;
}

/* An optional region that is absent, and what hangs on it alone. */
static void drop_owned(Graph *g, uint32_t object) {
  ShapeObject *o = graph_object(g, object);
  o->gone = true;
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *v = graph_value(g, o->fields[i].value);
    if (v->kind != VALUE_ADDRESS) continue;
    const ShapeObject *target = graph_object(g, v->object);
    if (target->place == PLACE_HEAP && !target->gone && !is_held(g, v->object))
      drop_owned(g, v->object);
  }
  o->field_count = 0;
}

static void bypass(Graph *g, uint32_t segment, ShapeSpec spec, uint32_t neighbour) {
  for (uint32_t i = 1; i < g->values.len; i++) {
    const ShapeValue *v = graph_value(g, i);
    if (v->kind == VALUE_ADDRESS && v->object == segment && v->spec == spec)
      graph_substitute(g, i, neighbour);
  }
}

void graph_remove(Graph *g, uint32_t segment) {
  const ShapeObject *d = graph_object(g, segment);
  BELAY_ASSERT(d->length == 0 && d->kind != KIND_REGION);
  if (d->kind == KIND_OPTION) {
    bypass(g, segment, SPEC_REGION, SHAPE_ZERO);
    drop_owned(g, segment);
    return;
  } else {
    bool doubly = d->kind == KIND_DLS;
    uint32_t next_at = d->next, prev_at = d->prev;
    uint32_t next = graph_peek(g, segment, next_at, g->pointer_bytes);
    uint32_t prev =
      doubly ? graph_peek(g, segment, prev_at, g->pointer_bytes) : SHAPE_ZERO;
    bypass(g, segment, SPEC_FIRST, next);
    if (doubly) bypass(g, segment, SPEC_LAST, prev);
  }
  drop_nested(g, segment, graph_object(g, segment)->level);
}
