/* Reading and writing contents, byte-precisely: see content.h. */
#include "points/cells.h"

#include "base/panic.h"

/* So many values of an image are read one by one. */
#define MAX_IMAGE_READS 4096

static int64_t floor_mod(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

static int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t last_byte(const Cell *cell) {
  return cell->kind == CELL_VALUES ? cell->hi + cell->size - 1 : cell->hi;
}

/* The first member of the span that is >= from; false when there is none <= to. */
static bool span_next(Span s, int64_t from, int64_t to, int64_t *found) {
  int64_t at = s.lo;
  if (at < from && s.stride) {
    uint64_t steps = ((uint64_t)(from - at) + s.stride - 1) / s.stride;
    at += (int64_t)(steps * s.stride);
  }
  *found = at;
  return at >= from && at <= to && at <= s.hi;
}

void cell_hull(Cell *into, const Cell *cell) {
  uint64_t apart = into->lo < cell->lo ? (uint64_t)(cell->lo - into->lo)
                                       : (uint64_t)(into->lo - cell->lo);
  uint64_t stride = gcd_u64(gcd_u64(into->stride, cell->stride), apart);
  into->lo = min_i64(into->lo, cell->lo);
  into->hi = max_i64(into->hi, cell->hi);
  into->stride = into->lo == into->hi            ? 0
                 : stride > INT32_MAX || !stride ? 1
                                                 : (uint32_t)stride;
}

/* ---- images ---- */

static ValueId image_relocs(Contents *contents, const Global *g, int64_t lo, int64_t hi,
                            int64_t n) {
  int64_t ptr = contents->program->ptr_bits / 8;
  ValueId v = VALUE_NOTHING;
  for (uint32_t i = 0; i < g->relocs.len; i++) {
    int64_t at = (int64_t)g->relocs.data[i].offset;
    if (at > hi || at + ptr <= lo) continue;
    const Const *c = ir_const(contents->program, g->relocs.data[i].target);
    ValueId target = contents->address_of(contents->context, c);
    if (at != lo || n != ptr)
      target = value_join(contents->values, value_fragment(contents->values, target),
                          VALUE_ANYTHING);
    v = value_join(contents->values, v, target);
  }
  return v;
}

/* n bytes at one offset. */
static ValueId image_read(Contents *contents, const Global *g, int64_t at, int64_t n) {
  ValueId v = image_relocs(contents, g, at, at + n - 1, n);
  if (v) return v;
  uint64_t bits = 0;
  for (int64_t i = n - 1; i >= 0; i--) {
    uint8_t byte = g->bytes ? g->bytes[at + i] : 0;
    if (i >= 8 && byte) return VALUE_ANYTHING;
    if (i < 8) bits = bits << 8 | byte;
  }
  if (n > 8 && bits) return VALUE_ANYTHING;
  unsigned up = n < 8 ? 64 - 8 * (unsigned)n : 0;
  int64_t number = (int64_t)(bits << up) >> up;
  return value_int(contents->values, number, number);
}

static ValueId image_read_span(Contents *contents, uint32_t global, Span at, int64_t n) {
  const Global *g = &contents->program->globals.data[global];
  if (at.lo == at.hi) return image_read(contents, g, at.lo, n);
  uint64_t count = (uint64_t)(at.hi - at.lo) / at.stride + 1;
  if (!g->bytes && !g->relocs.len) return VALUE_NULL;
  if (count > MAX_IMAGE_READS)
    return value_join(contents->values, VALUE_ANYTHING,
                      image_relocs(contents, g, at.lo, at.hi + n - 1, 0));
  uint64_t key =
    hash_combine(hash_combine(global, (uint64_t)at.lo),
                 hash_combine((uint64_t)at.hi, (uint64_t)at.stride << 32 | n));
  uint64_t *known = map_find(&contents->reads, key);
  if (known) return (ValueId)*known;
  ValueId v = VALUE_NOTHING;
  for (int64_t offset = at.lo; offset <= at.hi; offset += at.stride)
    v = value_join(contents->values, v, image_read(contents, g, offset, n));
  map_set(contents->arena, &contents->reads, key, v);
  return v;
}

ValueId cell_part(Contents *contents, const Cell *cell) {
  Values *values = contents->values;
  if (cell->kind != CELL_IMAGE)
    return value_join(values, value_fragment(values, cell->value), VALUE_ANYTHING);
  const Global *g = &contents->program->globals.data[cell->value];
  int64_t last = cell->at + (cell->hi - cell->lo);
  return value_join(values, image_relocs(contents, g, cell->at, last, 0), VALUE_ANYTHING);
}

/* ---- reading ---- */

static ValueId read_values(Contents *contents, const Cell *c, Span at, int64_t n) {
  int64_t m = c->size;
  if (at.lo > c->hi + m - 1 || c->lo > at.hi + n - 1) return VALUE_NOTHING;
  int64_t step = (int64_t)gcd_u64(at.stride, c->stride);
  bool same, part; /* the offsets may be equal; may overlap without being equal */
  if (!step) {
    same = at.lo == c->lo;
    part = !same;
  } else {
    int64_t rest = floor_mod(at.lo - c->lo, step);
    same = rest == 0;
    part = (rest ? rest : step) < m || (rest ? rest - step : -step) > -n;
  }
  if (same && n != m) part = true;
  ValueId v = same && n == m ? c->value : VALUE_NOTHING;
  return part ? value_join(contents->values, v, cell_part(contents, c)) : v;
}

/* Whether a read of the span crosses the border in front of this byte. */
static bool crosses(Span at, int64_t n, int64_t border) {
  int64_t found;
  return span_next(at, border - n + 1, border - 1, &found);
}

static ValueId read_block(Contents *contents, const Cell *c, Span at, int64_t n) {
  if (c->lo > c->hi || at.lo > c->hi || at.hi + n - 1 < c->lo) return VALUE_NOTHING;
  ValueId v = VALUE_NOTHING;
  if (crosses(at, n, c->lo) || crosses(at, n, c->hi + 1)) v = cell_part(contents, c);
  int64_t first;
  if (!span_next(at, c->lo, c->hi - n + 1, &first)) return v;
  if (c->kind == CELL_BYTES) {
    const Value *x = value_get(contents->values, c->value);
    bool uniform =
      n == 1 || (!x->count && (!(x->flags & VALUE_PLAIN) || (!x->lo && !x->hi)));
    ValueId whole = uniform ? c->value : value_fragment(contents->values, c->value);
    return value_join(contents->values, v, whole);
  }
  int64_t last = min_i64(at.hi, c->hi - n + 1);
  if (at.stride) last -= (last - first) % at.stride;
  Span inside = {c->at + (first - c->lo), c->at + (last - c->lo), at.stride};
  if (inside.lo == inside.hi) inside.stride = 0;
  return value_join(contents->values, v, image_read_span(contents, c->value, inside, n));
}

ValueId content_read(Contents *contents, ContentId id, Span at, uint32_t n) {
  const Content *content = content_get(contents, id);
  ValueId v = VALUE_NOTHING;
  for (uint32_t i = 0; i < content->count; i++) {
    const Cell *c = &content->cells[i];
    ValueId part = c->kind == CELL_VALUES ? read_values(contents, c, at, n)
                                          : read_block(contents, c, at, n);
    v = value_join(contents->values, v, part);
  }
  contents->values->ticks += content->count;
  return v;
}

/* ---- cutting ---- */

static Cell block_piece(Cell cell, int64_t lo, int64_t hi) {
  if (cell.kind == CELL_IMAGE) cell.at += lo - cell.lo;
  cell.lo = lo;
  cell.hi = hi;
  return cell;
}

/* Bytes that are left of a value. */
static Cell rest_piece(Contents *contents, const Cell *cell, int64_t lo, int64_t hi) {
  return (Cell){
    .lo = lo, .hi = hi, .kind = CELL_BYTES, .value = cell_part(contents, cell)};
}

static void shorten(Cell *c) {
  if (c->lo == c->hi) c->stride = 0;
}

/* A strided cell loses what lies inside lo .. hi at its ends. */
static Cell trim(Cell c, int64_t lo, int64_t hi) {
  while (c.lo <= c.hi && c.lo >= lo && c.lo + c.size - 1 <= hi) {
    if (c.lo == c.hi) return c.hi = c.lo - 1, c;
    c.lo += c.stride;
  }
  while (c.hi > c.lo && c.hi >= lo && c.hi + c.size - 1 <= hi) c.hi -= c.stride;
  shorten(&c);
  return c;
}

/* All cells, without the bytes lo .. hi as far as possible. */
static void add_without(Contents *contents, ContentId id, int64_t lo, int64_t hi) {
  const Content *content = content_get(contents, id);
  for (uint32_t i = 0; i < content->count; i++) {
    Cell c = content->cells[i];
    if (c.lo > hi || last_byte(&c) < lo) {
      content_add_cell(contents, c);
    } else if (c.kind != CELL_VALUES) {
      content_add_cell(contents, block_piece(c, c.lo, lo - 1));
      content_add_cell(contents, block_piece(c, hi + 1, c.hi));
    } else if (c.lo == c.hi) {
      if (c.lo >= lo && last_byte(&c) <= hi) continue;
      content_add_cell(contents, rest_piece(contents, &c, c.lo, lo - 1));
      content_add_cell(contents, rest_piece(contents, &c, hi + 1, last_byte(&c)));
    } else if (lo > c.lo || hi < last_byte(&c)) {
      content_add_cell(contents, hi - lo < 4096 ? trim(c, lo, hi) : c);
    }
  }
}

ContentId content_remove(Contents *contents, ContentId id, int64_t lo, int64_t hi) {
  vec_clear(&contents->scratch);
  add_without(contents, id, lo, hi);
  return content_intern_scratch(contents);
}

static void add_strided_within(Contents *contents, const Cell *cell, int64_t lo,
                               int64_t hi, int64_t shift) {
  Span s = {cell->lo, cell->hi, cell->stride};
  int64_t first, cut, size = cell->size;
  ValueId part = cell_part(contents, cell);
  Cell bytes = {.kind = CELL_VALUES, .stride = 1, .size = 1, .value = part};
  if (span_next(s, lo - size + 1, lo - 1, &cut)) {
    bytes.lo = lo + shift;
    bytes.hi = min_i64(lo + size - 2, hi) + shift;
    if (bytes.lo == bytes.hi) bytes.stride = 0;
    content_add_cell(contents, bytes);
  }
  if (span_next(s, max_i64(hi - size + 2, lo), hi, &cut)) {
    bytes.lo = cut + shift;
    bytes.hi = hi + shift;
    bytes.stride = bytes.lo == bytes.hi ? 0 : 1;
    content_add_cell(contents, bytes);
  }
  if (!span_next(s, lo, hi - size + 1, &first)) return;
  Cell inner = *cell;
  inner.lo = first + shift;
  int64_t last = min_i64(cell->hi, hi - size + 1);
  inner.hi = first + (last - first) / cell->stride * cell->stride + shift;
  shorten(&inner);
  content_add_cell(contents, inner);
}

/* The bytes lo .. hi of all cells, moved. */
static void add_within(Contents *contents, ContentId id, int64_t lo, int64_t hi,
                       int64_t shift) {
  const Content *content = content_get(contents, id);
  for (uint32_t i = 0; i < content->count; i++) {
    Cell c = content->cells[i];
    int64_t from = max_i64(c.lo, lo), to = min_i64(last_byte(&c), hi);
    if (from > to) continue;
    if (c.kind == CELL_VALUES && c.lo != c.hi) {
      add_strided_within(contents, &c, lo, hi, shift);
      continue;
    }
    bool whole = c.kind != CELL_VALUES || (c.lo == from && last_byte(&c) == to);
    Cell piece = !whole                  ? rest_piece(contents, &c, from, to)
                 : c.kind == CELL_VALUES ? c
                                         : block_piece(c, from, to);
    piece.lo += shift;
    piece.hi += shift;
    content_add_cell(contents, piece);
  }
}

static void add_all(Contents *contents, ContentId id) {
  const Content *c = content_get(contents, id);
  for (uint32_t i = 0; i < c->count; i++) content_add_cell(contents, c->cells[i]);
}

/* ---- writing ---- */

ContentId content_write(Contents *contents, ContentId id, Span at, uint32_t n,
                        ValueId value, bool surely) {
  vec_clear(&contents->scratch);
  if (surely && at.lo == at.hi)
    add_without(contents, id, at.lo, at.lo + n - 1);
  else
    add_all(contents, id);
  content_add_cell(contents, (Cell){.lo = at.lo,
                                    .hi = at.hi,
                                    .kind = CELL_VALUES,
                                    .stride = at.lo == at.hi ? 0 : at.stride,
                                    .size = n,
                                    .value = value});
  return content_intern_scratch(contents);
}

static Cell smear(Span at, Span n, ValueId value) {
  int64_t last =
    at.hi > OFFSET_LIMIT || n.hi > OFFSET_LIMIT ? OFFSET_LIMIT : at.hi + n.hi - 1;
  return (Cell){.lo = at.lo,
                .hi = last,
                .kind = CELL_VALUES,
                .size = 1,
                .value = value,
                .stride = at.lo == last ? 0 : 1};
}

ContentId content_fill(Contents *contents, ContentId id, Span at, Span n, ValueId value,
                       bool surely) {
  if (n.hi <= 0) return id;
  vec_clear(&contents->scratch);
  bool single = at.lo == at.hi && n.lo == n.hi;
  if (single && surely)
    add_without(contents, id, at.lo, at.lo + n.lo - 1);
  else
    add_all(contents, id);
  Cell block = {.lo = at.lo, .hi = at.lo + n.lo - 1, .kind = CELL_BYTES, .value = value};
  content_add_cell(contents, single ? block : smear(at, n, value));
  return content_intern_scratch(contents);
}

/* All that bytes lo .. hi may be part of. */
static ValueId parts_within(Contents *contents, ContentId id, int64_t lo, int64_t hi) {
  const Content *content = content_get(contents, id);
  ValueId v = VALUE_NOTHING;
  for (uint32_t i = 0; i < content->count; i++) {
    const Cell *c = &content->cells[i];
    if (c->lo > hi || last_byte(c) < lo) continue;
    v = value_join(contents->values, v, cell_part(contents, c));
  }
  return v;
}

ContentId content_copy(Contents *contents, ContentId to, Span to_at, ContentId from,
                       Span from_at, Span n, bool surely) {
  if (n.hi <= 0) return to;
  bool single = to_at.lo == to_at.hi && from_at.lo == from_at.hi && n.lo == n.hi;
  if (!single) {
    Cell last = smear(from_at, n, VALUE_ANYTHING);
    ValueId part = parts_within(contents, from, from_at.lo, last.hi);
    vec_clear(&contents->scratch);
    add_all(contents, to);
    content_add_cell(contents, smear(to_at, n, part));
    return content_intern_scratch(contents);
  }
  vec_clear(&contents->scratch);
  if (surely)
    add_without(contents, to, to_at.lo, to_at.lo + n.lo - 1);
  else
    add_all(contents, to);
  add_within(contents, from, from_at.lo, from_at.lo + n.lo - 1, to_at.lo - from_at.lo);
  return content_intern_scratch(contents);
}

ContentId content_spoil(Contents *contents, ContentId id, ValueId v) {
  uint64_t key = (uint64_t)id << 32 | v;
  uint64_t *known = map_find(&contents->spoils, key);
  if (known) return (ContentId)*known;
  vec_clear(&contents->scratch);
  add_all(contents, id);
  ValueId part =
    value_join(contents->values, value_fragment(contents->values, v), VALUE_ANYTHING);
  content_add_cell(contents, (Cell){.lo = 0,
                                    .hi = OFFSET_LIMIT,
                                    .kind = CELL_VALUES,
                                    .stride = 1,
                                    .size = 1,
                                    .value = part});
  ContentId spoiled = content_intern_scratch(contents);
  map_set(contents->arena, &contents->spoils, key, spoiled);
  return spoiled;
}
