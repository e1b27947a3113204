/* The bytes of objects: read and write reinterpretation (section 3.1). Fields are
 * disjoint; a block of zeros is one field of any size and is split where it has to be. */
#include "shape/graph.h"

static uint32_t first_at_or_after(const ShapeObject *o, uint32_t offset) {
  uint32_t low = 0, high = o->field_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (o->fields[middle].offset < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

ShapeField *graph_field_at(const Graph *g, uint32_t object, uint32_t offset) {
  const ShapeObject *o = graph_object(g, object);
  uint32_t i = first_at_or_after(o, offset);
  return i < o->field_count && o->fields[i].offset == offset ? &o->fields[i] : NULL;
}

static void insert_field(Graph *g, uint32_t object, ShapeField field) {
  ShapeObject *o = graph_object(g, object);
  if (o->field_count == o->field_cap) {
    uint32_t cap = o->field_cap ? 2 * o->field_cap : 4;
    ShapeField *fields = arena_alloc(g->arena, cap * sizeof *fields);
    if (o->field_count) memcpy(fields, o->fields, o->field_count * sizeof *fields);
    o->fields = fields;
    o->field_cap = cap;
  }
  uint32_t at = first_at_or_after(o, field.offset);
  memmove(o->fields + at + 1, o->fields + at, (o->field_count - at) * sizeof field);
  o->fields[at] = field;
  o->field_count++;
}

static void drop_field(ShapeObject *o, uint32_t at) {
  o->field_count--;
  memmove(o->fields + at, o->fields + at + 1, (o->field_count - at) * sizeof *o->fields);
}

/* The first field that ends behind `offset`. */
static uint32_t first_touching(const ShapeObject *o, uint32_t offset) {
  uint32_t i = first_at_or_after(o, offset);
  if (i > 0 && (uint64_t)o->fields[i - 1].offset + o->fields[i - 1].size > offset)
    return i - 1;
  return i;
}

void graph_clear(Graph *g, uint32_t object, uint32_t offset, uint32_t size) {
  uint64_t end = (uint64_t)offset + size;
  for (;;) {
    ShapeObject *o = graph_object(g, object);
    uint32_t i = first_touching(o, offset);
    if (i >= o->field_count || o->fields[i].offset >= end || !size) return;
    ShapeField f = o->fields[i];
    drop_field(o, i);
    if (f.value != SHAPE_ZERO) continue;
    if (f.offset < offset)
      insert_field(g, object, (ShapeField){f.offset, offset - f.offset, SHAPE_ZERO});
    if ((uint64_t)f.offset + f.size > end)
      insert_field(
        g, object,
        (ShapeField){(uint32_t)end, (uint32_t)(f.offset + f.size - end), SHAPE_ZERO});
  }
}

/* Neighbouring blocks of zeros become one: equal contents have one form. */
static void write_zeros(Graph *g, uint32_t object, uint32_t offset, uint32_t size) {
  ShapeObject *o = graph_object(g, object);
  uint32_t i = first_at_or_after(o, offset);
  if (i < o->field_count && o->fields[i].value == SHAPE_ZERO &&
      o->fields[i].offset == offset + size) {
    size += o->fields[i].size;
    drop_field(o, i);
  }
  if (i > 0 && o->fields[i - 1].value == SHAPE_ZERO &&
      o->fields[i - 1].offset + o->fields[i - 1].size == offset) {
    o->fields[i - 1].size += size;
    return;
  }
  insert_field(g, object, (ShapeField){offset, size, SHAPE_ZERO});
}

void graph_write(Graph *g, uint32_t object, uint32_t offset, uint32_t size,
                 uint32_t value) {
  if (!size) return;
  graph_clear(g, object, offset, size);
  const ShapeValue *v = graph_value(g, value);
  if (v->undefined && !v->known) return;
  if (value == SHAPE_ZERO)
    write_zeros(g, object, offset, size);
  else
    insert_field(g, object, (ShapeField){offset, size, value});
}

/* ---- reading ---- */

/* One byte, when it is known. */
static bool byte_at(const Graph *g, const ShapeObject *o, uint32_t offset,
                    uint8_t *byte) {
  uint32_t i = first_touching(o, offset);
  if (i >= o->field_count || o->fields[i].offset > offset) return false;
  const ShapeField *f = &o->fields[i];
  const ShapeValue *v = graph_value(g, f->value);
  if (v->kind != VALUE_INT || !value_is_exact(v)) return false;
  uint32_t shift = offset - f->offset;
  if (f->value == SHAPE_ZERO)
    *byte = 0;
  else if (shift >= 8)
    *byte = v->lo < 0 ? 0xff : 0;
  else
    *byte = (uint8_t)((uint64_t)v->lo >> (8 * shift));
  return true;
}

static uint32_t peek_zeros(const ShapeObject *o, uint32_t offset, uint32_t size) {
  uint64_t at = offset, end = (uint64_t)offset + size;
  for (uint32_t i = first_touching(o, offset); at < end; i++) {
    if (i >= o->field_count || o->fields[i].value != SHAPE_ZERO ||
        o->fields[i].offset > at)
      return SHAPE_NONE;
    at = (uint64_t)o->fields[i].offset + o->fields[i].size;
  }
  return SHAPE_ZERO;
}

uint32_t graph_lookup(const Graph *g, uint32_t object, uint32_t offset, uint32_t size) {
  ShapeField *exact = graph_field_at(g, object, offset);
  if (exact && exact->size == size) return exact->value;
  return peek_zeros(graph_object(g, object), offset, size);
}

uint32_t graph_peek(Graph *g, uint32_t object, uint32_t offset, uint32_t size) {
  uint32_t value = graph_lookup(g, object, offset, size);
  if (value != SHAPE_NONE || size > 8) return value;
  ShapeObject *o = graph_object(g, object);
  uint64_t bits = 0;
  for (uint32_t i = 0; i < size; i++) {
    uint8_t byte;
    if (!byte_at(g, o, offset + i, &byte)) return SHAPE_NONE;
    bits |= (uint64_t)byte << (8 * i);
  }
  unsigned unused = 64 - 8 * size;
  return graph_int(g, (int64_t)(bits << unused) >> unused);
}

static uint32_t unknown_of_size(Graph *g, uint32_t size) {
  if (size >= 8) return graph_add_int(g, INT64_MIN, INT64_MAX);
  int64_t half = (int64_t)1 << (8 * size - 1);
  return graph_add_int(g, -half, half - 1);
}

uint32_t graph_read(Graph *g, uint32_t object, uint32_t offset, uint32_t size) {
  uint32_t value = graph_peek(g, object, offset, size);
  if (value != SHAPE_NONE && !graph_value(g, value)->undefined) return value;
  if (value != SHAPE_NONE) { /* what is not known of it is something else each time */
    ShapeValue again = *graph_value(g, value);
    vec_push(g->arena, &g->values, again);
    return g->values.len - 1;
  }
  value = unknown_of_size(g, size);
  graph_value(g, value)->undefined = true;
  return value;
}

/* ---- copying ---- */

void graph_copy_fields(Graph *g, uint32_t to, uint32_t to_offset, uint32_t from,
                       uint32_t from_offset, uint32_t size) {
  Vec(ShapeField) taken = {0};
  const ShapeObject *o = graph_object(g, from);
  uint64_t end = (uint64_t)from_offset + size;
  for (uint32_t i = first_touching(o, from_offset); i < o->field_count; i++) {
    ShapeField f = o->fields[i];
    uint64_t last = (uint64_t)f.offset + f.size;
    if (f.offset >= end) break;
    if (f.value == SHAPE_ZERO) {
      uint32_t low = f.offset < from_offset ? from_offset : f.offset;
      uint64_t high = last > end ? end : last;
      vec_push(g->arena, &taken, (ShapeField){low, (uint32_t)(high - low), f.value});
    } else if (f.offset >= from_offset && last <= end) {
      vec_push(g->arena, &taken, f);
    }
  }
  graph_clear(g, to, to_offset, size);
  for (uint32_t i = 0; i < taken.len; i++)
    graph_write(g, to, taken.data[i].offset - from_offset + to_offset, taken.data[i].size,
                taken.data[i].value);
}

/* ---- registers ---- */

/* Apart from each other, so that zeros do not become one field. */
void graph_set_register(Graph *g, uint32_t frame, uint32_t local, uint32_t value) {
  ShapeField *f = graph_field_at(g, frame, 2 * local);
  if (f)
    f->value = value;
  else
    insert_field(g, frame, (ShapeField){2 * local, 1, value});
}

uint32_t graph_get_register(const Graph *g, uint32_t frame, uint32_t local) {
  ShapeField *f = graph_field_at(g, frame, 2 * local);
  return f ? f->value : SHAPE_NONE;
}
