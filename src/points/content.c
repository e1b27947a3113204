/* Interned contents and what is done to all cells of one: see content.h. The reads and
 * writes are in cells.c. */
#include "points/content.h"

#include "base/panic.h"
#include "points/cells.h"

#define MAX_CELLS 96

static int cell_order(const Cell *a, const Cell *b) {
#define BY(field) \
  if (a->field != b->field) return a->field < b->field ? -1 : 1
  BY(kind);
  BY(lo);
  BY(hi);
  BY(stride);
  BY(size);
  if (a->kind == CELL_IMAGE) {
    BY(value);
    BY(at);
  }
#undef BY
  return 0;
}

/* ---- settling a list of cells ---- */

static void sort_cells(Cell *cells, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) { /* nearly sorted as a rule */
    Cell x = cells[i];
    uint32_t j = i;
    for (; j && cell_order(&cells[j - 1], &x) > 0; j--) cells[j] = cells[j - 1];
    cells[j] = x;
  }
}

static uint32_t merge_equal(Contents *contents, Cell *cells, uint32_t count) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool again = kept && cell_order(&cells[kept - 1], &cells[i]) == 0;
    if (!again)
      cells[kept++] = cells[i];
    else if (cells[i].kind != CELL_IMAGE)
      cells[kept - 1].value =
        value_join(contents->values, cells[kept - 1].value, cells[i].value);
  }
  return kept;
}

static bool block_covered(Contents *contents, const Cell *a, const Cell *b) {
  if (a->kind != b->kind || a->lo < b->lo || a->hi > b->hi) return false;
  if (a->kind == CELL_IMAGE)
    return a->value == b->value && a->at - a->lo == b->at - b->lo;
  return a->kind == CELL_BYTES && value_within(contents->values, a->value, b->value);
}

/* Neighbouring blocks of the same bytes are one. */
static bool block_extend(Cell *a, const Cell *b) {
  if (a->kind != b->kind || a->kind == CELL_VALUES || a->value != b->value) return false;
  if (a->kind == CELL_IMAGE && a->at - a->lo != b->at - b->lo) return false;
  if (b->lo > a->hi + 1) return false;
  if (b->hi > a->hi) a->hi = b->hi;
  return true;
}

static uint32_t merge_blocks(Contents *contents, Cell *cells, uint32_t count) {
  uint32_t blocks = 0;
  while (blocks < count && cells[blocks].kind != CELL_VALUES) blocks++;
  if (blocks < 2) return count;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool gone = false;
    for (uint32_t j = 0; i < blocks && j < kept && !gone; j++)
      gone = block_covered(contents, &cells[i], &cells[j]) ||
             block_extend(&cells[j], &cells[i]);
    if (!gone) cells[kept++] = cells[i];
  }
  return kept;
}

/* What content_spoil adds: parts of some values at every place. */
static bool is_anywhere(const Cell *c) {
  return c->size == 1 && c->stride == 1 && !c->lo && c->hi == OFFSET_LIMIT;
}

/* Whether `a` says nothing that the strided `b` does not say. */
static bool value_covered(Contents *contents, const Cell *a, const Cell *b) {
  if (is_anywhere(b)) {
    ValueId v = a->kind == CELL_IMAGE ? cell_part(contents, a) : a->value;
    return value_within(contents->values, v, b->value);
  }
  if (a->kind != CELL_VALUES || a->size != b->size || a->lo < b->lo || a->hi > b->hi)
    return false;
  bool on_grid = (a->lo - b->lo) % b->stride == 0 && a->stride % b->stride == 0;
  return on_grid && value_within(contents->values, a->value, b->value);
}

/* A join that was made is found again: what was merged before is not added next to it. */
static uint32_t drop_covered(Contents *contents, Cell *cells, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (cells[i].kind != CELL_VALUES || !cells[i].stride) continue;
    Cell by = cells[i];
    uint32_t kept = 0, self = 0;
    for (uint32_t j = 0; j < count; j++) {
      if (i == j)
        self = kept;
      else if (value_covered(contents, &cells[j], &by))
        continue;
      cells[kept++] = cells[j];
    }
    count = kept;
    i = self;
  }
  return count;
}

/* Cells of one size become one strided cell: only those without targets, or all. */
static uint32_t merge_sizes(Contents *contents, Cell *cells, uint32_t count, bool all) {
  Values *values = contents->values;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool gone = false;
    bool may =
      cells[i].kind == CELL_VALUES && (all || !value_get(values, cells[i].value)->count);
    for (uint32_t j = 0; may && j < kept && !gone; j++) {
      Cell *c = &cells[j];
      if (c->kind != CELL_VALUES || c->size != cells[i].size) continue;
      if (!all && value_get(values, c->value)->count) continue;
      cell_hull(c, &cells[i]);
      c->value = value_join(values, c->value, cells[i].value);
      gone = true;
    }
    if (!gone) cells[kept++] = cells[i];
  }
  return kept;
}

static uint32_t merge_all(Contents *contents, Cell *cells, uint32_t count) {
  ValueId all = VALUE_ANYTHING;
  for (uint32_t i = 0; i < count; i++)
    all = value_join(contents->values, all, cell_part(contents, &cells[i]));
  cells[0] = (Cell){.lo = 0, .hi = OFFSET_LIMIT, .kind = CELL_BYTES, .value = all};
  return 1;
}

static uint32_t settle(Contents *contents, Cell *cells, uint32_t count) {
  sort_cells(cells, count);
  count = merge_equal(contents, cells, count);
  count = drop_covered(contents, cells, count);
  count = merge_blocks(contents, cells, count);
  for (int step = 0; count > MAX_CELLS; step++) {
    count = step < 2 ? merge_sizes(contents, cells, count, step == 1)
                     : merge_all(contents, cells, count);
    sort_cells(cells, count);
    count = merge_equal(contents, cells, count);
  }
  return count;
}

/* ---- interning ---- */

static uint64_t hash_cells(const Cell *cells, uint32_t count) {
  return hash_bytes(cells, count * sizeof *cells);
}

static void grow_slots(Contents *contents) {
  uint32_t count = contents->slot_count ? contents->slot_count * 2 : 1024;
  uint32_t *slots = arena_new_array(contents->arena, uint32_t, count);
  for (uint32_t id = 1; id < contents->all.len; id++) {
    const Content *c = contents->all.data[id];
    uint32_t at = (uint32_t)hash_cells(c->cells, c->count);
    while (slots[at & (count - 1)]) at++;
    slots[at & (count - 1)] = id;
  }
  contents->slots = slots;
  contents->slot_count = count;
}

ContentId content_intern_scratch(Contents *contents) {
  static const Cell no_byte = {
    .lo = 0, .hi = -1, .kind = CELL_BYTES, .value = VALUE_UNINITIALISED};
  const Cell *cells = contents->scratch.data;
  uint32_t count = settle(contents, contents->scratch.data, contents->scratch.len);
  if (!count) { /* an object of size 0 */
    cells = &no_byte;
    count = 1;
  }
  contents->values->ticks += 1 + count;
  if (contents->all.len * 2 >= contents->slot_count) grow_slots(contents);
  uint32_t at = (uint32_t)hash_cells(cells, count), mask = contents->slot_count - 1;
  for (; contents->slots[at & mask]; at++) {
    ContentId id = contents->slots[at & mask];
    const Content *c = contents->all.data[id];
    if (c->count == count && (!count || !memcmp(c->cells, cells, count * sizeof *cells)))
      return id;
  }
  Content *c = arena_alloc(contents->arena, sizeof *c + count * sizeof *cells);
  *c = (Content){.count = count};
  if (count) memcpy(c->cells, cells, count * sizeof *cells);
  for (uint32_t i = 0; i < count; i++)
    if (cells[i].kind != CELL_IMAGE)
      c->mask |= value_get(contents->values, cells[i].value)->mask;
  contents->slots[at & mask] = contents->all.len;
  vec_push(contents->arena, &contents->all, c);
  return contents->all.len - 1;
}

Contents *contents_new(Arena *arena, const Program *program, Values *values) {
  Contents *contents = arena_new_object(arena, Contents);
  contents->arena = arena;
  contents->program = program;
  contents->values = values;
  vec_push(arena, &contents->all, arena_zalloc(arena, sizeof(Content)));
  return contents;
}

void content_add_cell(Contents *contents, Cell cell) {
  if (cell.kind == CELL_VALUES ? cell.lo > cell.hi || !cell.value : cell.lo > cell.hi)
    return;
  vec_push(contents->arena, &contents->scratch, cell);
}

static void add_all(Contents *contents, ContentId id) {
  const Content *c = content_get(contents, id);
  for (uint32_t i = 0; i < c->count; i++) content_add_cell(contents, c->cells[i]);
}

ContentId content_bytes(Contents *contents, int64_t size, ValueId value) {
  vec_clear(&contents->scratch);
  int64_t last = size > OFFSET_LIMIT ? OFFSET_LIMIT : size - 1;
  content_add_cell(contents,
                   (Cell){.lo = 0, .hi = last, .kind = CELL_BYTES, .value = value});
  return content_intern_scratch(contents);
}

ContentId content_image(Contents *contents, Glob global) {
  vec_clear(&contents->scratch);
  int64_t size = (int64_t)ir_global(contents->program, global)->size;
  content_add_cell(
    contents, (Cell){.lo = 0, .hi = size - 1, .kind = CELL_IMAGE, .value = global.id});
  return content_intern_scratch(contents);
}

ContentId content_join(Contents *contents, ContentId a, ContentId b) {
  if (a == b || !b) return a;
  if (!a) return b;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  uint64_t *known = map_find(&contents->joins, key);
  if (known) return (ContentId)*known;
  vec_clear(&contents->scratch);
  add_all(contents, a);
  add_all(contents, b);
  ContentId join = content_intern_scratch(contents);
  map_set(contents->arena, &contents->joins, key, join);
  return join;
}

ContentId content_widen(Contents *contents, ContentId old, ContentId new,
                        Thresholds thresholds, bool last,
                        int64_t (*size_of)(void *, uint32_t), void *context) {
  ContentId join = content_join(contents, old, new);
  if (join == old || !old) return join;
  const Content *a = content_get(contents, old), *b = content_get(contents, join);
  vec_clear(&contents->scratch);
  for (uint32_t i = 0, j = 0; i < b->count; i++) {
    Cell cell = b->cells[i];
    while (j < a->count && cell_order(&a->cells[j], &cell) < 0) j++;
    bool known = j < a->count && !cell_order(&a->cells[j], &cell);
    unsigned bits = cell.size && cell.size < 8 ? cell.size * 8 : 64;
    if (known && cell.kind == CELL_VALUES)
      cell.value = value_widen(contents->values, a->cells[j].value, cell.value,
                               thresholds, bits, last, size_of, context);
    content_add_cell(contents, cell);
  }
  return content_intern_scratch(contents);
}

ContentId content_kill(Contents *contents, ContentId id, uint32_t loc, bool surely) {
  const Content *c = content_get(contents, id);
  if (!(c->mask >> (loc % 64) & 1)) return id;
  vec_clear(&contents->scratch);
  for (uint32_t i = 0; i < c->count; i++) {
    Cell cell = c->cells[i];
    if (cell.kind != CELL_IMAGE)
      cell.value = value_kill(contents->values, cell.value, loc, surely);
    content_add_cell(contents, cell);
  }
  return content_intern_scratch(contents);
}

ContentId content_may_kill(Contents *contents, ContentId id, ValueId dead) {
  const Content *c = content_get(contents, id);
  bool changes = false;
  vec_clear(&contents->scratch);
  for (uint32_t i = 0; i < c->count; i++) {
    Cell cell = c->cells[i];
    if (cell.kind != CELL_IMAGE)
      cell.value = value_may_kill(contents->values, cell.value, dead);
    changes |= cell.value != c->cells[i].value;
    content_add_cell(contents, cell);
  }
  return changes ? content_intern_scratch(contents) : id;
}

ContentId content_rename(Contents *contents, ContentId id, uint32_t from, uint32_t to,
                         bool surely) {
  const Content *c = content_get(contents, id);
  if (!(c->mask >> (from % 64) & 1)) return id;
  vec_clear(&contents->scratch);
  for (uint32_t i = 0; i < c->count; i++) {
    Cell cell = c->cells[i];
    if (cell.kind != CELL_IMAGE)
      cell.value = value_rename(contents->values, cell.value, from, to, surely);
    content_add_cell(contents, cell);
  }
  return content_intern_scratch(contents);
}

ValueId content_all(Contents *contents, ContentId id) {
  const Content *c = content_get(contents, id);
  ValueId all = VALUE_NOTHING;
  for (uint32_t i = 0; i < c->count; i++) {
    const Cell *cell = &c->cells[i];
    ValueId v = cell->kind == CELL_IMAGE ? cell_part(contents, cell) : cell->value;
    all = value_join(contents->values, all, v);
  }
  return all;
}
