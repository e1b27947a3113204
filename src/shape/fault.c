/* Whether a graph is consistent (section 2.2). */
#include "shape/graph.h"

/* Links lead to neighbours, not to what a node has of its own. */
static bool is_link(const Graph *g, const ShapeObject *o, uint32_t offset,
                    uint32_t size) {
  if (size != g->pointer_bytes) return false;
  return offset == o->next || (o->kind == KIND_DLS && offset == o->prev);
}

static const char *field_fault(const Graph *g, const ShapeObject *o, uint32_t i) {
  const ShapeField *f = &o->fields[i];
  uint64_t end = (uint64_t)f->offset + f->size;
  if (f->value >= g->values.len) return "a field without a value";
  if (!f->size) return "a field without bytes";
  if (i + 1 < o->field_count && end > o->fields[i + 1].offset) return "fields overlap";
  if (o->place != PLACE_FRAME && (int64_t)end > o->size_hi)
    return "a field behind the end of its object";
  const ShapeValue *v = graph_value(g, f->value);
  unsigned level = graph_value_level(g, f->value);
  if (v->kind == VALUE_ADDRESS && graph_object(g, v->object)->gone)
    return "a pointer to an object that is gone";
  bool deeper =
    graph_is_segment(o) && level == o->level + 1u && !is_link(g, o, f->offset, f->size);
  if (level > o->level && !deeper && v->kind == VALUE_ADDRESS)
    return "a pointer to a deeper level from outside";
  if (v->kind == VALUE_INT && level > o->level + 1u) return "a value at a level too deep";
  return NULL;
}

static const char *link_fault(const Graph *g, uint32_t object, uint32_t link) {
  if (graph_lookup(g, object, link, g->pointer_bytes) == SHAPE_NONE)
    return "a segment without a link";
  return NULL;
}

static const char *object_fault(const Graph *g, uint32_t id) {
  const ShapeObject *o = graph_object(g, id);
  if (o->gone) return NULL;
  if (!o->valid && o->field_count) return "a dead object with fields";
  if (!o->valid && o->kind != KIND_REGION) return "a dead segment";
  if (o->size_lo > o->size_hi) return "an object of no possible size";
  if (o->kind == KIND_DLS && o->next >= o->prev) return "prev before next";
  if (o->kind == KIND_OPTION && o->length) return "an optional region that must be there";
  for (uint32_t i = 0; i < o->field_count; i++) {
    const char *fault = field_fault(g, o, i);
    if (fault) return fault;
  }
  if (!graph_is_segment(o)) return NULL;
  const char *fault = link_fault(g, id, o->next);
  if (!fault && o->kind == KIND_DLS) fault = link_fault(g, id, o->prev);
  return fault;
}

static const char *value_fault(const Graph *g, const ShapeValue *v) {
  if (v->lo > v->hi) return "an empty interval";
  if (((uint64_t)v->hi - (uint64_t)v->lo) & (((uint64_t)1 << v->step) - 1))
    return "an interval whose end is no multiple of its step";
  if (v->kind == VALUE_INT) return NULL;
  if (v->object >= g->objects.len) return "a pointer to no object";
  const ShapeObject *o = graph_object(g, v->object);
  if (o->gone) return NULL; /* then nobody holds it: see field_fault */
  if (graph_is_segment(o) != (v->spec != SPEC_REGION))
    return "a pointer whose target specifier does not fit its object";
  bool end = v->spec == SPEC_FIRST || v->spec == SPEC_LAST;
  if (end && (v->lo != (int64_t)o->head || v->hi != v->lo))
    return "a pointer to an end of a segment, but not to its head";
  if (v->spec == SPEC_LAST && o->kind != KIND_DLS)
    return "the last of a singly linked list";
  if (v->spec == SPEC_NEXT && o->kind != KIND_SLS)
    return "what follows in a doubly linked list";
  return NULL;
}

/* Segments that may be empty must lead to something else in the end. */
static bool is_empty_cycle(const Graph *g, uint32_t start) {
  uint32_t at = start;
  for (uint32_t i = 0; i <= g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, at);
    if (!graph_is_segment(o) || o->length) return false;
    uint32_t next = graph_lookup(g, at, o->next, g->pointer_bytes);
    if (next == SHAPE_NONE || !value_is_address(graph_value(g, next))) return false;
    at = graph_value(g, next)->object;
    if (at == start) return true;
  }
  return false;
}

/* ---- what is nested belongs to one segment ---- */

static uint32_t owner_seen_from(const Graph *g, uint32_t holder, uint32_t target,
                                const uint32_t *owners) {
  unsigned level = graph_object(g, target)->level;
  unsigned from = graph_object(g, holder)->level;
  if (from + 1 == level) return holder;
  return from == level ? owners[holder] : SHAPE_NONE;
}

/* False when two say different things; `changed` when something became known. */
static bool find_owners(const Graph *g, uint32_t *owners, bool *changed) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    for (uint32_t k = 0; !o->gone && k < o->field_count; k++) {
      const ShapeValue *v = graph_value(g, o->fields[k].value);
      if (v->kind != VALUE_ADDRESS || !graph_object(g, v->object)->level) continue;
      uint32_t owner = owner_seen_from(g, i, v->object, owners);
      if (owner == SHAPE_NONE || owner == owners[v->object]) continue;
      if (owners[v->object] != SHAPE_NONE) return false;
      owners[v->object] = owner;
      *changed = true;
    }
  }
  return true;
}

static bool has_nested(const Graph *g) {
  for (uint32_t i = 1; i < g->objects.len; i++)
    if (!graph_object(g, i)->gone && graph_object(g, i)->level) return true;
  return false;
}

static bool nests_are_apart(const Graph *g) {
  if (!has_nested(g)) return true;
  uint32_t *owners = arena_alloc(g->arena, g->objects.len * sizeof *owners);
  memset(owners, 0xff, g->objects.len * sizeof *owners);
  bool changed = true;
  while (changed) {
    changed = false;
    if (!find_owners(g, owners, &changed)) return false;
  }
  return true;
}

const char *graph_fault(const Graph *g) {
  const ShapeObject *null = graph_object(g, SHAPE_NULL_OBJECT);
  if (null->valid || null->field_count || null->level) return "the null object";
  const ShapeValue *zero = graph_value(g, SHAPE_ZERO);
  if (zero->kind != VALUE_INT || zero->lo || zero->hi) return "the value zero";
  for (uint32_t i = 1; i < g->values.len; i++) {
    const char *fault = value_fault(g, graph_value(g, i));
    if (fault) return fault;
  }
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const char *fault = object_fault(g, i);
    if (fault) return fault;
    if (!graph_object(g, i)->gone && is_empty_cycle(g, i))
      return "a cycle of empty segments";
  }
  return nests_are_apart(g) ? NULL : "two segments have one object of their own";
}
