/* Join of objects: which ones fit, their fields, and what one side alone has: empty list
 * segments and absent regions that the other side is taken to have as well. */
#include "shape/joiner.h"

/* ---- which objects fit ---- */

static bool same_links(const ShapeObject *x, const ShapeObject *y) {
  return x->kind == y->kind && x->head == y->head && x->next == y->next &&
         x->prev == y->prev;
}

static bool has_links(const Graph *g, uint32_t region, const ShapeObject *segment) {
  const ShapeObject *o = graph_object(g, region);
  if (o->place != PLACE_HEAP || !o->valid) return false;
  if (graph_lookup(g, region, segment->next, g->pointer_bytes) == SHAPE_NONE)
    return false;
  return segment->kind == KIND_SLS ||
         graph_lookup(g, region, segment->prev, g->pointer_bytes) != SHAPE_NONE;
}

static bool fit(const Joiner *j, uint32_t a, uint32_t b) {
  const ShapeObject *x = graph_object(j->a.g, a), *y = graph_object(j->b.g, b);
  if (x->place != y->place || x->valid != y->valid || x->size_lo != y->size_lo ||
      x->size_hi != y->size_hi)
    return false;
  if (x->place != PLACE_HEAP &&
      (x->source != y->source || x->frame != y->frame || x->born != y->born))
    return false;
  if (x->kind == y->kind) return !graph_is_segment(x) || same_links(x, y);
  if (x->kind == KIND_OPTION && y->kind == KIND_REGION) return true;
  if (y->kind == KIND_OPTION && x->kind == KIND_REGION) return true;
  if (graph_is_segment(x) && y->kind == KIND_REGION) return has_links(j->b.g, b, x);
  if (graph_is_segment(y) && x->kind == KIND_REGION) return has_links(j->a.g, a, y);
  return false;
}

/* ---- levels ---- */

static bool is_link(const ShapeObject *o, uint32_t offset) {
  return offset == o->next || (o->kind == KIND_DLS && offset == o->prev);
}

/* Whether the segment's nodes have this each for itself. A number that all nodes share
 * may become something of each node. */
static bool is_nested(const Graph *g, const ShapeObject *o, uint32_t offset,
                      uint32_t value) {
  if (graph_value_level(g, value) > o->level) return true;
  const ShapeValue *v = graph_value(g, value);
  return v->kind == VALUE_INT && value_is_exact(v) && !is_link(o, offset);
}

/* The shift that holds for a value below the pair. */
static Shift below(const Joiner *j, const ShapeObject *x, const ShapeObject *y,
                   uint32_t offset, uint32_t a, uint32_t b, Shift shift) {
  bool many_x = graph_is_segment(x), many_y = graph_is_segment(y);
  if (many_x && !many_y && is_nested(j->a.g, x, offset, a)) shift.b++;
  if (many_y && !many_x && is_nested(j->b.g, y, offset, b)) shift.a++;
  return shift;
}

/* Whether both lie at one level of the result. */
static bool levels_fit(const Joiner *j, unsigned a, unsigned b, Shift shift,
                       unsigned *level) {
  *level = a + (unsigned)shift.a;
  if (a + (unsigned)shift.a == b + (unsigned)shift.b) return true;
  *level = 0;
  return a == 0 && b == 0 && !j->merging;
}

/* ---- pairs of objects ---- */

static void update_kind(Joiner *j, const ShapeObject *x, const ShapeObject *y) {
  uint32_t least_x = graph_is_segment(x) ? x->length : 1;
  uint32_t least_y = graph_is_segment(y) ? y->length : 1;
  bool many_x = x->kind != KIND_REGION, many_y = y->kind != KIND_REGION;
  if (x->kind == KIND_OPTION) least_x = 0;
  if (y->kind == KIND_OPTION) least_y = 0;
  if (j->merging && !many_x && !many_y) return;
  if (many_x == many_y) {
    if (least_x < least_y) joiner_update(j, JOIN_FIRST);
    if (least_y < least_x) joiner_update(j, JOIN_SECOND);
  } else if (many_x) {
    joiner_update(j, least_x <= 1 ? JOIN_FIRST : JOIN_INCOMPARABLE);
  } else {
    joiner_update(j, least_y <= 1 ? JOIN_SECOND : JOIN_INCOMPARABLE);
  }
}

static ShapeObject joined_object(Joiner *j, const ShapeObject *x, const ShapeObject *y) {
  ShapeObject o = x->kind != KIND_REGION ? *x : *y;
  uint32_t least_x = x->kind == KIND_REGION ? 1 : x->length;
  uint32_t least_y = y->kind == KIND_REGION ? 1 : y->length;
  if (o.kind != KIND_REGION) o.length = least_x < least_y ? least_x : least_y;
  o.sites = sites_union(j->options->sites, x->sites, y->sites);
  if (!sites_contain(j->options->sites, x->sites, y->sites))
    joiner_update(j, JOIN_SECOND);
  if (!sites_contain(j->options->sites, y->sites, x->sites)) joiner_update(j, JOIN_FIRST);
  o.fields = NULL;
  o.field_count = o.field_cap = 0;
  return o;
}

static bool join_objects(Joiner *j, uint32_t a, uint32_t b, Shift shift, unsigned level) {
  const ShapeObject *x = graph_object(j->a.g, a), *y = graph_object(j->b.g, b);
  update_kind(j, x, y);
  ShapeObject o = joined_object(j, x, y);
  o.level = (uint8_t)level;
  uint32_t to = graph_add_object(j->out, o);
  j->a.objects[a] = j->b.objects[b] = to;
  vec_push(j->out->arena, &j->a.own, a);
  vec_push(j->out->arena, &j->b.own, b);
  if (!joiner_fields(j, a, b, to, shift, NULL)) return false;
  if (!graph_is_segment(&o)) return true;
  if (graph_lookup(j->out, to, o.next, j->out->pointer_bytes) == SHAPE_NONE) return false;
  return o.kind == KIND_SLS ||
         graph_lookup(j->out, to, o.prev, j->out->pointer_bytes) != SHAPE_NONE;
}

/* ---- fields ---- */

/* A field that the other side knows nothing about is left out. */
static bool drop(Joiner *j, bool second, const ShapeField *f) {
  const Graph *g = joiner_side(j, second)->g;
  const ShapeValue *v = graph_value(g, f->value);
  joiner_update(j, second ? JOIN_FIRST : JOIN_SECOND);
  if (v->kind == VALUE_ADDRESS) {
    const ShapeObject *o = graph_object(g, v->object);
    if (!o->valid && o->place != PLACE_NULL) return true;
    if (o->place == PLACE_HEAP || graph_is_segment(o)) return false;
    return j->options->loose || j->merging;
  }
  if (value_is_exact(v)) j->lossy = true;
  return true;
}

static uint64_t zero_bytes(const ShapeObject *o) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < o->field_count; i++)
    if (o->fields[i].value == SHAPE_ZERO) sum += o->fields[i].size;
  return sum;
}

static bool skipped(const Links *skip, uint32_t offset) {
  return skip && (offset == skip->next || (skip->doubly && offset == skip->prev));
}

typedef struct Pair {
  uint32_t a, b, to;
  Shift shift;
  const Links *skip;
  uint64_t met_a, met_b; /* zero bytes for which the other side has something */
} Pair;

static bool join_field(Joiner *j, Pair *p, const ShapeField *f, uint32_t value_a,
                       uint32_t value_b) {
  const ShapeObject *x = graph_object(j->a.g, p->a), *y = graph_object(j->b.g, p->b);
  Shift shift = p->shift;
  if (!p->skip) shift = below(j, x, y, f->offset, value_a, value_b, shift);
  uint32_t value = joiner_value(j, value_a, value_b, shift);
  if (value == SHAPE_NONE) return false;
  graph_write(j->out, p->to, f->offset, f->size, value);
  return true;
}

static bool join_side(Joiner *j, Pair *p, bool second) {
  const Side *mine = joiner_side(j, second), *other = joiner_side(j, !second);
  const ShapeObject *o = graph_object(mine->g, second ? p->b : p->a);
  uint32_t partner = second ? p->a : p->b;
  for (uint32_t i = 0; i < o->field_count; i++) {
    ShapeField f = o->fields[i];
    if (f.value == SHAPE_ZERO || skipped(p->skip, f.offset)) continue;
    uint32_t value = graph_lookup(other->g, partner, f.offset, f.size);
    if (value == SHAPE_NONE) {
      if (!drop(j, second, &f)) return false;
      continue;
    }
    if (value == SHAPE_ZERO) *(second ? &p->met_a : &p->met_b) += f.size;
    if (second && value != SHAPE_ZERO) continue; /* done from the other side */
    if (!join_field(j, p, &f, second ? value : f.value, second ? f.value : value))
      return false;
  }
  return true;
}

/* Zeros of both sides stay. */
static uint64_t join_zeros(Joiner *j, const Pair *p) {
  const ShapeObject *x = graph_object(j->a.g, p->a), *y = graph_object(j->b.g, p->b);
  uint64_t both = 0;
  for (uint32_t i = 0; i < x->field_count; i++) {
    ShapeField f = x->fields[i];
    if (f.value != SHAPE_ZERO) continue;
    for (uint32_t k = 0; k < y->field_count; k++) {
      ShapeField h = y->fields[k];
      if (h.value != SHAPE_ZERO || h.offset >= f.offset + f.size) continue;
      uint32_t low = f.offset > h.offset ? f.offset : h.offset;
      uint32_t end_f = f.offset + f.size, end_h = h.offset + h.size;
      uint32_t high = end_f < end_h ? end_f : end_h;
      if (low >= high) continue;
      both += high - low;
      graph_write(j->out, p->to, low, high - low, SHAPE_ZERO);
    }
  }
  return both;
}

bool joiner_fields(Joiner *j, uint32_t a, uint32_t b, uint32_t to, Shift shift,
                   const Links *skip) {
  Pair p = {a, b, to, shift, skip, 0, 0};
  const ShapeObject *x = graph_object(j->a.g, a), *y = graph_object(j->b.g, b);
  uint64_t both = join_zeros(j, &p);
  if (!join_side(j, &p, false) || !join_side(j, &p, true)) return false;
  if (skip || x->place == PLACE_FRAME) return true;
  uint64_t rest_a = zero_bytes(x) - both, rest_b = zero_bytes(y) - both;
  if (rest_a > p.met_a) joiner_update(j, JOIN_SECOND), j->lossy = true;
  if (rest_b > p.met_b) joiner_update(j, JOIN_FIRST), j->lossy = true;
  return true;
}

/* ---- addresses ---- */

static bool join_specs(const Joiner *j, const ShapeValue *x, const ShapeValue *y,
                       const ShapeObject *to, uint8_t *spec) {
  *spec = x->spec == SPEC_REGION ? y->spec : x->spec;
  bool of_node = j->merging && x->object == j->root_a;
  if (of_node && (*spec == SPEC_FIRST || *spec == SPEC_LAST)) return false;
  if (x->spec != SPEC_REGION && y->spec != SPEC_REGION && x->spec != y->spec)
    return false;
  if (*spec == SPEC_NEXT && x->spec != y->spec) return false; /* see join_next */
  if (!graph_is_segment(to)) return true;
  if (*spec == SPEC_REGION && j->merging) *spec = SPEC_ALL;
  if (*spec == SPEC_ALL || *spec == SPEC_NEXT) return true;
  return *spec != SPEC_REGION && x->lo == (int64_t)to->head && x->hi == x->lo;
}

/* Two places in an object that one walks through are kept apart at first. */
static bool offsets_join(const Joiner *j, const ShapeValue *x, const ShapeValue *y) {
  if (j->merging || j->options->loose) return true;
  return !value_is_exact(x) || !value_is_exact(y);
}

static uint32_t joined_address(Joiner *j, uint32_t a, uint32_t b, uint32_t to) {
  const ShapeValue *x = graph_value(j->a.g, a), *y = graph_value(j->b.g, b);
  const ShapeObject *o = graph_object(j->out, to);
  ShapeValue v = {.kind = VALUE_ADDRESS, .object = to, .lo = x->lo, .hi = x->hi};
  v.step = x->step;
  bool same = x->lo == y->lo && x->hi == y->hi && x->step == y->step;
  if (!same && !offsets_join(j, x, y)) return SHAPE_NONE;
  if (!join_specs(j, x, y, o, &v.spec)) return SHAPE_NONE;
  if (same && value_is_exact(x)) return graph_address(j->out, to, v.lo, v.spec);
  uint64_t *known = map_find(&j->pairs, (uint64_t)a << 32 | b);
  if (known) return (uint32_t)(*known - 1);
  if (!same && graph_is_segment(o) && v.spec != SPEC_ALL) return SHAPE_NONE;
  if (!same) joiner_hull(j, x, y, &v);
  joiner_note_partner(j, a, b);
  vec_push(j->out->arena, &j->out->values, v);
  return joiner_record(j, a, b, j->out->values.len - 1);
}

/* What follows a node of a segment, and what follows the region it goes together with:
 * then the result has the segment. */
static uint32_t join_next(Joiner *j, bool second, uint32_t next, uint32_t other) {
  const Side *side = joiner_side(j, second), *partner = joiner_side(j, !second);
  const ShapeValue *v = graph_value(side->g, next);
  const ShapeObject *d = graph_object(side->g, v->object);
  uint32_t to = side->objects[v->object];
  if (j->merging || to == SHAPE_NONE) return SHAPE_NONE;
  for (uint32_t i = 1; i < partner->g->objects.len; i++) {
    if (partner->objects[i] != to) continue;
    if (graph_object(partner->g, i)->kind != KIND_REGION) return SHAPE_NONE;
    if (graph_lookup(partner->g, i, d->next, j->out->pointer_bytes) != other)
      return SHAPE_NONE;
    return graph_address(j->out, to, d->head, SPEC_NEXT);
  }
  return SHAPE_NONE;
}

/* Objects that met already must have met each other. */
static uint32_t join_known(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  const ShapeValue *x = graph_value(j->a.g, a), *y = graph_value(j->b.g, b);
  uint32_t to_a = j->a.objects[x->object], to_b = j->b.objects[y->object];
  if (to_a == to_b) return joined_address(j, a, b, to_a);
  if (to_a == SHAPE_NONE && joiner_can_insert(j, false, a))
    return joiner_insert(j, false, a, b, shift);
  if (to_b == SHAPE_NONE && joiner_can_insert(j, true, b))
    return joiner_insert(j, true, b, a, shift);
  if (!j->options->insert_first) return SHAPE_NONE;
  if (to_b == SHAPE_NONE && joiner_can_add_node(j, true, b, a))
    return joiner_add_node(j, true, b, a, shift);
  if (to_a == SHAPE_NONE && joiner_can_add_node(j, false, a, b))
    return joiner_add_node(j, false, a, b, shift);
  return SHAPE_NONE;
}

static uint32_t insert_either(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  if (joiner_can_insert(j, false, a)) return joiner_insert(j, false, a, b, shift);
  if (joiner_can_insert(j, true, b)) return joiner_insert(j, true, b, a, shift);
  return SHAPE_NONE;
}

uint32_t joiner_addresses(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  const ShapeValue *x = graph_value(j->a.g, a), *y = graph_value(j->b.g, b);
  if (x->spec == SPEC_NEXT && y->spec != SPEC_NEXT) {
    uint32_t next = join_next(j, false, a, b);
    if (next != SHAPE_NONE) return next;
  }
  if (y->spec == SPEC_NEXT && x->spec != SPEC_NEXT) {
    uint32_t next = join_next(j, true, b, a);
    if (next != SHAPE_NONE) return next;
  }
  if (j->merging && x->object == y->object) return SHAPE_NONE;
  if (j->a.single[x->object]) return joiner_through(j, false, a, b, shift);
  if (j->b.single[y->object]) return joiner_through(j, true, b, a, shift);
  if (j->a.objects[x->object] != SHAPE_NONE || j->b.objects[y->object] != SHAPE_NONE)
    return join_known(j, a, b, shift);
  const ShapeObject *o = graph_object(j->a.g, x->object);
  const ShapeObject *p = graph_object(j->b.g, y->object);
  unsigned level;
  bool fits =
    fit(j, x->object, y->object) && levels_fit(j, o->level, p->level, shift, &level);
  bool prefers = j->options->insert_first && (o->kind != p->kind) &&
                 (joiner_can_insert(j, false, a) || joiner_can_insert(j, true, b));
  if (j->options->insert_first && !prefers) {
    if (joiner_can_add_node(j, true, b, a)) return joiner_add_node(j, true, b, a, shift);
    if (joiner_can_add_node(j, false, a, b))
      return joiner_add_node(j, false, a, b, shift);
  }
  if (!fits || prefers) {
    if (!o->valid && !p->valid && !fits) return joiner_mixed(j, a, b, shift);
    return insert_either(j, a, b, shift);
  }
  if (level == 0) shift = (Shift){0, 0};
  if (!join_objects(j, x->object, y->object, shift, level)) return SHAPE_NONE;
  return joined_address(j, a, b, j->a.objects[x->object]);
}

/* ---- what one side alone has ---- */

static bool is_exact_zero(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  return v->kind == VALUE_INT && v->lo == 0 && v->hi == 0;
}

static bool points_to_dead(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  return v->kind == VALUE_ADDRESS && !graph_object(g, v->object)->valid;
}

/* A stale address and something that is no address: any number. */
static uint32_t forget(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  if (!j->options->loose && !j->merging) return SHAPE_NONE;
  joiner_update(j, JOIN_INCOMPARABLE);
  uint64_t *known = map_find(&j->pairs, (uint64_t)a << 32 | b);
  if (known) return (uint32_t)(*known - 1);
  uint32_t value = graph_add_int(j->out, INT64_MIN, INT64_MAX);
  int level_a = (int)graph_value_level(j->a.g, a) + shift.a;
  int level_b = (int)graph_value_level(j->b.g, b) + shift.b;
  int level = level_a > level_b ? level_a : level_b;
  graph_value(j->out, value)->level = (uint8_t)(level || !j->merging ? level : 1);
  return joiner_record(j, a, b, value);
}

/* An optional region on one side, null on the other. */
static uint32_t join_option(Joiner *j, bool second, uint32_t address, Shift shift) {
  Side *side = joiner_side(j, second);
  const ShapeValue *v = graph_value(side->g, address);
  const ShapeObject *o = graph_object(side->g, v->object);
  if (o->place != PLACE_HEAP || !o->valid || graph_is_segment(o) || !value_is_exact(v))
    return SHAPE_NONE;
  if (side->objects[v->object] != SHAPE_NONE) {
    uint32_t to = side->objects[v->object];
    if (!side->single[v->object] || graph_object(j->out, to)->kind != KIND_OPTION)
      return SHAPE_NONE;
    return graph_find_address(j->out, to, v->lo, SPEC_REGION);
  }
  if (o->kind == KIND_REGION && !j->merging) return SHAPE_NONE;
  bool covers = o->kind == KIND_OPTION;
  joiner_update(j, !covers ? JOIN_INCOMPARABLE : second ? JOIN_SECOND : JOIN_FIRST);
  Clone clone = {second, second ? shift.b : shift.a, o->level, .optional = true};
  clone.since = side->own.len;
  uint32_t to = joiner_clone(j, clone, v->object, false);
  if (to == SHAPE_NONE) return SHAPE_NONE;
  graph_object(j->out, to)->kind = KIND_OPTION;
  graph_object(j->out, to)->length = 0;
  return graph_address(j->out, to, v->lo, SPEC_REGION);
}

uint32_t joiner_mixed(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  bool second = graph_value(j->b.g, b)->kind == VALUE_ADDRESS;
  uint32_t address = second ? b : a, other = second ? a : b;
  const Side *side = joiner_side(j, second);
  const ShapeValue *v = graph_value(side->g, address);
  if (v->spec == SPEC_NEXT) return join_next(j, second, address, other);
  if (points_to_dead(side->g, address)) return forget(j, a, b, shift);
  if (side->single[v->object] &&
      graph_object(j->out, side->objects[v->object])->kind != KIND_OPTION)
    return joiner_through(j, second, address, other, shift);
  if (joiner_can_insert(j, second, address))
    return joiner_insert(j, second, address, other, shift);
  if (is_exact_zero(joiner_side(j, !second)->g, other))
    return join_option(j, second, address, shift);
  return SHAPE_NONE;
}
