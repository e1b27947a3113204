/* Empty list segments that one side of a join has and the other is taken to have
 * (section 3.2), and copies of what is below them. */
#include "shape/joiner.h"

static uint32_t link_of(const Graph *g, uint32_t segment, bool prev) {
  const ShapeObject *d = graph_object(g, segment);
  return graph_lookup(g, segment, prev ? d->prev : d->next, g->pointer_bytes);
}

bool joiner_can_insert(Joiner *j, bool second, uint32_t value) {
  const Side *side = joiner_side(j, second);
  const ShapeValue *v = graph_value(side->g, value);
  if (v->kind != VALUE_ADDRESS || side->objects[v->object] != SHAPE_NONE) return false;
  const ShapeObject *d = graph_object(side->g, v->object);
  if (!graph_is_segment(d) || (v->spec != SPEC_FIRST && v->spec != SPEC_LAST))
    return false;
  return d->length == 0 || j->merging;
}

/* ---- one node more: a region that the other side is taken to have as an empty list ----
 */

static bool is_plain_node(const ShapeObject *o) {
  return o->kind == KIND_REGION && o->place == PLACE_HEAP && o->valid;
}

/* Where the region links to a node like itself; SHAPE_NONE when it does not. */
static uint32_t region_link(const Graph *g, const ShapeValue *v) {
  const ShapeObject *o = graph_object(g, v->object);
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *w = graph_value(g, o->fields[i].value);
    if (o->fields[i].size != g->pointer_bytes || w->kind != VALUE_ADDRESS) continue;
    if (w->object == v->object || w->lo != v->lo || w->hi != v->lo) continue;
    const ShapeObject *next = graph_object(g, w->object);
    if (next->place == PLACE_HEAP && next->valid && next->level == o->level &&
        next->size_lo == o->size_lo && next->size_hi == o->size_hi)
      return o->fields[i].offset;
  }
  return SHAPE_NONE;
}

bool joiner_can_add_node(const Joiner *j, bool second, uint32_t value, uint32_t other) {
  const Side *side = second ? &j->b : &j->a, *partner = second ? &j->a : &j->b;
  const ShapeValue *v = graph_value(side->g, value), *w = graph_value(partner->g, other);
  if (!j->merging || v->kind != VALUE_ADDRESS || !value_is_exact(v) || v->lo < 0)
    return false;
  if (w->kind != VALUE_ADDRESS || w->lo != v->lo || w->hi != v->lo) return false;
  const ShapeObject *o = graph_object(side->g, v->object);
  const ShapeObject *p = graph_object(partner->g, w->object);
  if (side->objects[v->object] != SHAPE_NONE || !is_plain_node(o)) return false;
  if (v->object == j->root_a || v->object == j->root_b) return false;
  if (p->place != PLACE_HEAP || !p->valid || p->size_lo != o->size_lo) return false;
  return region_link(side->g, v) != SHAPE_NONE;
}

uint32_t joiner_add_node(Joiner *j, bool second, uint32_t value, uint32_t other,
                         Shift shift) {
  Side *side = joiner_side(j, second);
  const ShapeValue v = *graph_value(side->g, value);
  const ShapeObject *o = graph_object(side->g, v.object);
  uint32_t next = region_link(side->g, &v);
  joiner_update(j, JOIN_INCOMPARABLE);
  ShapeObject copy = *o;
  copy.kind = KIND_SLS;
  copy.length = 0;
  copy.head = (uint32_t)v.lo;
  copy.next = next;
  copy.prev = 0;
  Clone clone = {second, second ? shift.b : shift.a, o->level};
  uint32_t to = joiner_clone_as(j, clone, v.object, &copy);
  if (to == SHAPE_NONE) return SHAPE_NONE;
  uint32_t mine = graph_lookup(side->g, v.object, next, side->g->pointer_bytes);
  uint32_t link =
    second ? joiner_value(j, other, mine, shift) : joiner_value(j, mine, other, shift);
  if (link == SHAPE_NONE) return SHAPE_NONE;
  graph_write(j->out, to, next, j->out->pointer_bytes, link);
  return graph_address(j->out, to, v.lo, SPEC_FIRST);
}

/* ---- empty segments ---- */

static uint32_t set_link(Joiner *j, bool second, uint32_t segment, bool prev,
                         uint32_t other, Shift shift) {
  Side *side = joiner_side(j, second);
  uint32_t mine = link_of(side->g, segment, prev);
  uint32_t value =
    second ? joiner_value(j, other, mine, shift) : joiner_value(j, mine, other, shift);
  if (value == SHAPE_NONE) return SHAPE_NONE;
  uint32_t to = side->objects[segment];
  const ShapeObject *d = graph_object(j->out, to);
  uint32_t at = prev ? d->prev : d->next;
  uint32_t old = graph_lookup(j->out, to, at, j->out->pointer_bytes);
  if (old != SHAPE_NONE && old != value) return SHAPE_NONE;
  graph_write(j->out, to, at, j->out->pointer_bytes, value);
  return value;
}

uint32_t joiner_insert(Joiner *j, bool second, uint32_t value, uint32_t other,
                       Shift shift) {
  Side *side = joiner_side(j, second);
  const ShapeValue v = *graph_value(side->g, value);
  const ShapeObject d = *graph_object(side->g, v.object);
  joiner_update(j, d.length ? JOIN_INCOMPARABLE : second ? JOIN_SECOND : JOIN_FIRST);
  Clone clone = {second, second ? shift.b : shift.a, d.level};
  uint32_t to = joiner_clone(j, clone, v.object, true);
  if (to == SHAPE_NONE) return SHAPE_NONE;
  graph_object(j->out, to)->length = 0;
  if (set_link(j, second, v.object, v.spec == SPEC_LAST, other, shift) == SHAPE_NONE)
    return SHAPE_NONE;
  if (d.kind == KIND_DLS)
    vec_push(j->out->arena, &j->pending, (Pending){second, v.object});
  return graph_address(j->out, to, d.head, v.spec);
}

uint32_t joiner_through(Joiner *j, bool second, uint32_t value, uint32_t other,
                        Shift shift) {
  Side *side = joiner_side(j, second);
  const ShapeValue v = *graph_value(side->g, value);
  const ShapeObject *d = graph_object(side->g, v.object);
  if (!graph_is_segment(d) || (v.spec != SPEC_FIRST && v.spec != SPEC_LAST))
    return SHAPE_NONE;
  if (graph_object(j->out, side->objects[v.object])->length) return SHAPE_NONE;
  if (set_link(j, second, v.object, v.spec == SPEC_LAST, other, shift) == SHAPE_NONE)
    return SHAPE_NONE;
  return graph_address(j->out, side->objects[v.object], d->head, v.spec);
}

/* A link that was never compared: to where the other side's neighbour went. */
static uint32_t guess_link(Joiner *j, const Side *side, uint32_t value, bool prev) {
  const ShapeValue *v = graph_value(side->g, value);
  if (v->kind == VALUE_INT)
    return value_is_exact(v) ? graph_int(j->out, v->lo) : SHAPE_NONE;
  uint32_t to = side->objects[v->object];
  if (to == SHAPE_NONE || !value_is_exact(v)) return SHAPE_NONE;
  const ShapeObject *o = graph_object(j->out, to);
  ShapeSpec spec = v->spec;
  if (graph_is_segment(o) && spec == SPEC_REGION) {
    spec = prev ? SPEC_LAST : SPEC_FIRST;
    if (spec == SPEC_LAST && o->kind == KIND_SLS) return SHAPE_NONE;
    if (v->lo != (int64_t)o->head) return SHAPE_NONE;
  }
  return graph_address(j->out, to, v->lo, spec);
}

bool joiner_resolve(Joiner *j) {
  for (uint32_t i = 0; i < j->pending.len; i++) {
    Pending p = j->pending.data[i];
    Side *side = joiner_side(j, p.second);
    uint32_t to = side->objects[p.segment];
    for (int prev = 0; prev < 2; prev++) {
      const ShapeObject *d = graph_object(j->out, to);
      uint32_t at = prev ? d->prev : d->next;
      if (graph_lookup(j->out, to, at, j->out->pointer_bytes) != SHAPE_NONE) continue;
      uint32_t value = guess_link(j, side, link_of(side->g, p.segment, prev), prev);
      if (value == SHAPE_NONE) return false;
      graph_write(j->out, to, at, j->out->pointer_bytes, value);
    }
  }
  return true;
}

/* ---- copies of one side ---- */

/* What belongs to the part that is copied; the rest is shared. */
static bool is_part(const Joiner *j, const ShapeObject *o, Clone c) {
  if (o->level > c.floor) return true;
  if (o->level != c.floor || o->place != PLACE_HEAP) return false;
  return c.optional || (j->merging && c.shift > 0);
}

/* Whether somebody else than the optional region that is copied has it, too. */
static bool is_shared(const Side *side, Clone c, uint32_t object) {
  const ShapeObject *o = graph_object(side->g, object);
  if (!c.optional || o->place != PLACE_HEAP || !o->valid) return false;
  for (uint32_t i = c.since; i < side->own.len; i++)
    if (side->own.data[i] == object) return false;
  return true;
}

static uint32_t clone_address(Joiner *j, Clone c, uint32_t value) {
  Side *side = joiner_side(j, c.second);
  ShapeValue v = *graph_value(side->g, value);
  const ShapeObject *o = graph_object(side->g, v.object);
  uint32_t to = side->objects[v.object];
  if (to == SHAPE_NONE) {
    if (!is_part(j, o, c)) return j->merging && o->level == 0 ? value : SHAPE_NONE;
    to = joiner_clone(j, c, v.object, false);
    if (to == SHAPE_NONE) return SHAPE_NONE;
  } else if (is_shared(side, c, v.object)) {
    return SHAPE_NONE;
  }
  const ShapeObject *target = graph_object(j->out, to);
  if (graph_is_segment(target) && v.spec == SPEC_REGION) {
    if (v.object != c.node) return SHAPE_NONE;
    v.spec = SPEC_ALL; /* a node that points to itself */
  }
  if (value_is_exact(&v)) return graph_address(j->out, to, v.lo, v.spec);
  uint32_t copy = graph_add_offsets(j->out, to, v.lo, v.hi, v.step, v.spec);
  map_set(j->out->arena, &side->cloned, value, copy);
  return copy;
}

static uint32_t clone_value(Joiner *j, Clone c, uint32_t value) {
  Side *side = joiner_side(j, c.second);
  ShapeValue v = *graph_value(side->g, value);
  if (v.kind == VALUE_INT && value_is_exact(&v)) return graph_int(j->out, v.lo);
  uint64_t *known = map_find(&side->cloned, value);
  if (known) return (uint32_t)*known;
  if (v.kind == VALUE_ADDRESS) return clone_address(j, c, value);
  v.level = (uint8_t)(v.level + c.shift);
  vec_push(j->out->arena, &j->out->values, v);
  map_set(j->out->arena, &side->cloned, value, j->out->values.len - 1);
  return j->out->values.len - 1;
}

static bool is_link(const ShapeObject *o, uint32_t offset) {
  return graph_is_segment(o) &&
         (offset == o->next || (o->kind == KIND_DLS && offset == o->prev));
}

/* One object that all nodes of a segment have is not one that each of them may lack. */
static bool is_common(const Joiner *j, const ShapeObject *o, Clone c) {
  return j->merging && o->level + c.shift == 0;
}

static uint32_t start_clone(Joiner *j, Clone c, uint32_t object, ShapeObject copy) {
  Side *side = joiner_side(j, c.second);
  copy.level = (uint8_t)(copy.level + c.shift);
  copy.fields = NULL;
  copy.field_count = copy.field_cap = 0;
  uint32_t to = graph_add_object(j->out, copy);
  side->objects[object] = to;
  side->single[object] = 1;
  vec_push(j->out->arena, &side->own, object);
  return to;
}

/* What a node of its own has below it is left to the rules for segments: none. */
uint32_t joiner_clone_as(Joiner *j, Clone c, uint32_t object,
                         const ShapeObject *segment) {
  const ShapeObject *o = graph_object(joiner_side(j, c.second)->g, object);
  if (is_common(j, o, c)) return SHAPE_NONE;
  uint32_t to = start_clone(j, c, object, *segment);
  c.node = object;
  for (uint32_t i = 0; i < o->field_count; i++) {
    ShapeField f = o->fields[i];
    if (f.offset == segment->next) continue;
    uint32_t value = f.value == SHAPE_ZERO ? SHAPE_ZERO : clone_value(j, c, f.value);
    if (value == SHAPE_NONE) return SHAPE_NONE;
    const ShapeValue *v = graph_value(j->out, value);
    bool self = v->kind == VALUE_ADDRESS && v->object == to;
    if (v->kind == VALUE_ADDRESS && !self) return SHAPE_NONE;
    graph_write(j->out, to, f.offset, f.size, value);
  }
  return to;
}

uint32_t joiner_clone(Joiner *j, Clone c, uint32_t object, bool inserted) {
  Side *side = joiner_side(j, c.second);
  const ShapeObject *o = graph_object(side->g, object);
  if (is_common(j, o, c)) return SHAPE_NONE;
  uint32_t to = start_clone(j, c, object, *o);
  c.node = SHAPE_NONE;
  for (uint32_t i = 0; i < o->field_count; i++) {
    ShapeField f = o->fields[i];
    if (inserted && is_link(o, f.offset) && f.value != SHAPE_ZERO) continue;
    uint32_t value = f.value == SHAPE_ZERO ? SHAPE_ZERO : clone_value(j, c, f.value);
    if (value == SHAPE_NONE) return SHAPE_NONE;
    graph_write(j->out, to, f.offset, f.size, value);
  }
  if (!inserted || !graph_is_segment(o)) return to;
  graph_clear(j->out, to, o->next, j->out->pointer_bytes);
  if (o->kind == KIND_DLS) graph_clear(j->out, to, o->prev, j->out->pointer_bytes);
  return to;
}
