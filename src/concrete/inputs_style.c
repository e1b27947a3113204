/* See inputs_style.h. Random numbers come from a hash of their place: no state, no seed.
 */
#include "concrete/inputs_style.h"

#include "base/map.h"

typedef enum Shape { ALL_EQUAL, BELOW, BITS, EDGES, COUNTING } Shape;

static const struct {
  Shape shape;
  int64_t value; /* all equal: which; below: the bound; counting: the start */
  uint32_t times;
  const char *text;
} styles[] = {
  {ALL_EQUAL, 1, 1, "all ones"},
  {ALL_EQUAL, -1, 1, "all -1"},
  {ALL_EQUAL, 2, 1, "all twos"},
  {BELOW, 2, 5, "random zeros and ones"},
  {COUNTING, 0, 1, "0, 1, 2, ..."},
  {COUNTING, 1, 1, "1, 2, 3, ..."},
  {BELOW, 4, 4, "random numbers below 4"},
  {BELOW, 10, 4, "random numbers below 10"},
  {ALL_EQUAL, 10, 1, "all 10"},
  {BELOW, 100, 2, "random numbers below 100"},
  {EDGES, 0, 4, "random numbers at the edges of types"},
  {BELOW, 256, 2, "random bytes"},
  {ALL_EQUAL, 1000, 1, "all 1000"},
  {BITS, 0, 2, "random bits"},
};

enum { STYLES = sizeof styles / sizeof *styles };

uint32_t inputs_style_count(void) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < STYLES; i++) count += styles[i].times;
  return count;
}

/* The row of a style; the rest is its number among those of the row. */
static uint32_t row_of(uint32_t *style) {
  uint32_t row = 0;
  while (*style >= styles[row].times) *style -= styles[row++].times;
  return row;
}

const char *inputs_style_text(uint32_t style, Arena *arena) {
  uint32_t row = row_of(&style);
  if (styles[row].times == 1) return styles[row].text;
  return arena_printf(arena, "%s (%u)", styles[row].text, style + 1);
}

static uint64_t edge(uint64_t random) {
  unsigned bits = (unsigned[]){7, 8, 15, 16, 31, 32, 63, 1}[random % 8];
  return ((uint64_t)1 << bits) + random / 8 % 3 - 1;
}

static uint64_t value_at(uint32_t row, uint32_t variant, uint64_t place) {
  uint64_t random = hash_combine(hash_combine(row, variant), place);
  switch (styles[row].shape) {
  case BELOW: return random % (uint64_t)styles[row].value;
  case BITS: return random;
  case EDGES: return random >> 32 & 1 ? 0 - edge(random) : edge(random);
  case COUNTING: return place + (uint64_t)styles[row].value;
  default: return (uint64_t)styles[row].value;
  }
}

static void add_value(Arena *arena, Inputs *inputs, Val at, ChoiceKind kind,
                      uint64_t value) {
  inputs_add(arena, inputs,
             (Choice){.at = at,
                      .kind = kind,
                      .type = type_int(64),
                      .lo = value,
                      .hi = (int64_t)value < 0 ? UINT64_MAX : 0});
}

/* ---- uninitialised memory ---- */

static const uint8_t fills[] = {0xff, 0x01, 0x00, 0x80, 0x41};

uint8_t inputs_style_fill(uint32_t style) { return fills[style % sizeof fills]; }

/* ---- vectors ---- */

Inputs inputs_style_make(uint32_t style, uint32_t count, Arena *arena) {
  Inputs inputs = {0};
  uint32_t row = row_of(&style);
  for (uint32_t i = 0; i < count; i++)
    add_value(arena, &inputs, VAL_NONE, CHOICE_INPUT, value_at(row, style, i));
  return inputs;
}

Inputs inputs_failing_allocs(const Program *p, Val only, Arena *arena) {
  Inputs inputs = {0};
  for (uint32_t id = 0; id < p->insts.len; id++) {
    uint8_t op = p->insts.data[id].op;
    if (op != OP_ALLOC && op != OP_REALLOC) continue;
    if (val_none(only) || only.id == id)
      add_value(arena, &inputs, (Val){id}, CHOICE_ALLOC, 0);
  }
  return inputs;
}
