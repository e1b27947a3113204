/* Whether a graph is consistent (section 2.2). */
#include "shape/graph.h"

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
  bool deeper = graph_is_segment(o) && level == o->level + 1u;
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
  return NULL;
}
