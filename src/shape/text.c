/* See text.h. */
#include "shape/text.h"

static const char *const place_names[] = {"null",  "global", "constant", "function",
                                          "stack", "heap",   "static",   "frame"};
static const char *const kind_names[] = {"region", "sls", "dls", "option"};
static const char *const spec_names[] = {"", " first", " last", " all", " next"};

/* ---- printing ---- */

static void print_size(const ShapeObject *o, Arena *arena, VecChar *out) {
  if (o->place == PLACE_FRAME) return;
  vec_printf(arena, out, " size %lld", (long long)o->size_lo);
  if (o->size_hi != o->size_lo) vec_printf(arena, out, "..%lld", (long long)o->size_hi);
}

static void print_value_name(uint32_t value, Arena *arena, VecChar *out) {
  if (value == SHAPE_ZERO)
    vec_printf(arena, out, "0");
  else
    vec_printf(arena, out, "v%u", value);
}

static void print_object(const Graph *g, uint32_t id, Arena *arena, VecChar *out) {
  const ShapeObject *o = graph_object(g, id);
  vec_printf(arena, out, "object %u %s %s", id, place_names[o->place],
             kind_names[o->kind]);
  print_size(o, arena, out);
  if (o->source) vec_printf(arena, out, " source %u", o->source);
  if (o->sites) vec_printf(arena, out, " sites %u", o->sites);
  if (o->level) vec_printf(arena, out, " level %u", o->level);
  if (o->frame) vec_printf(arena, out, " frame %u", o->frame);
  if (o->born) vec_printf(arena, out, " born %u", o->born);
  if (!o->valid) vec_printf(arena, out, " dead");
  if (graph_is_segment(o)) vec_printf(arena, out, " head %u next %u", o->head, o->next);
  if (o->kind == KIND_DLS) vec_printf(arena, out, " prev %u", o->prev);
  if (graph_is_segment(o)) vec_printf(arena, out, " length %u", o->length);
  vec_printf(arena, out, " {");
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeField *f = &o->fields[i];
    vec_printf(arena, out, "%s%u:%u = ", i ? ", " : " ", f->offset, f->size);
    print_value_name(f->value, arena, out);
  }
  vec_printf(arena, out, " }\n");
}

static void print_value(const Graph *g, uint32_t id, Arena *arena, VecChar *out) {
  const ShapeValue *v = graph_value(g, id);
  vec_printf(arena, out, "value v%u = ", id);
  if (v->kind == VALUE_ADDRESS) {
    vec_printf(arena, out, "&%u", v->object);
    if (v->lo != v->hi)
      vec_printf(arena, out, " + [%lld, %lld]", (long long)v->lo, (long long)v->hi);
    else if (v->lo)
      vec_printf(arena, out, " + %lld", (long long)v->lo);
    vec_printf(arena, out, "%s", spec_names[v->spec]);
  } else if (v->lo == v->hi) {
    vec_printf(arena, out, "%lld", (long long)v->lo);
  } else {
    vec_printf(arena, out, "[%lld, %lld]", (long long)v->lo, (long long)v->hi);
  }
  if (v->step) vec_printf(arena, out, " by %llu", 1ull << v->step);
  if (v->known)
    vec_printf(arena, out, " known %lld bits %lld", (long long)v->known,
               (long long)v->bits);
  if (v->level) vec_printf(arena, out, " level %u", v->level);
  if (v->undefined) vec_printf(arena, out, " undefined");
  vec_printf(arena, out, "\n");
}

void graph_print(const Graph *g, Arena *arena, VecChar *out) {
  for (uint32_t i = 1; i < g->objects.len; i++)
    if (!graph_object(g, i)->gone) print_object(g, i, arena, out);
  for (uint32_t i = 1; i < g->values.len; i++) print_value(g, i, arena, out);
  for (uint32_t i = 0; i < g->unequal.len; i++) {
    vec_printf(arena, out, "unequal ");
    print_value_name(g->unequal.data[i].a, arena, out);
    vec_printf(arena, out, " ");
    print_value_name(g->unequal.data[i].b, arena, out);
    vec_printf(arena, out, "\n");
  }
}
