/* See engines.h. */
#include "cli/engines.h"

#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "concrete/concrete.h"
#include "points/points.h"
#include "shape/shape.h"
#include "symbolic/symbolic.h"

const EngineRow engine_rows[] = {
  {&points_engine, 0.3},
  {&concrete_engine, 0.2},
  {&shape_engine, 0.5},
  {&symbolic_engine, 0.9},
};
const unsigned engine_row_count = sizeof engine_rows / sizeof *engine_rows;

/* The strategy where nobody chooses. Concrete and symbolic have a short first turn: most
 * bugs and most small programs need no more, and the long runs of the one as well as
 * shape can spend their whole share on one of them. */
static const EngineRow turns[] = {
  {&points_engine, 0.3}, {&concrete_first_engine, 0.2, 60}, {&symbolic_engine, 0.15, 15},
  {&shape_engine, 0.5},  {&concrete_engine, 0.2, 60},       {&symbolic_engine, 0.9},
};

static const EngineRow *find(const char *name) {
  for (unsigned i = 0; i < engine_row_count; i++)
    if (strcmp(engine_rows[i].engine->name, name) == 0) return &engine_rows[i];
  return NULL;
}

static const char *unknown_engine(Arena *arena, const char *name) {
  Near near = near_start(name);
  for (unsigned i = 0; i < engine_row_count; i++)
    near_try(&near, engine_rows[i].engine->name);
  return arena_printf(arena, "unknown engine '%s'%s", name, near_hint(&near, arena));
}

const char *engines_list_lengths(Arena *arena, const char *text, uint32_t lengths[3]) {
  int end = 0;
  unsigned n[3];
  if (sscanf(text, "%3u,%3u,%3u%n", &n[0], &n[1], &n[2], &end) == 3 && !text[end] &&
      n[0] >= 2 && n[1] >= 2 && n[2] >= 2) {
    memcpy(lengths, n, sizeof n);
    return NULL;
  }
  return arena_printf(arena, "--list-lengths takes three numbers from 2 to 999, not '%s'",
                      text);
}

const char *engines_choose(Arena *arena, const char *names, EngineList *chosen) {
  for (unsigned i = 0; !names && i < sizeof turns / sizeof *turns; i++)
    vec_push(arena, chosen, &turns[i]);
  while (names) {
    size_t length = strcspn(names, ",");
    const char *name = arena_strndup(arena, names, length);
    const EngineRow *row = find(name);
    if (!row) return unknown_engine(arena, name);
    vec_push(arena, chosen, row);
    names = names[length] ? names + length + 1 : NULL;
  }
  return NULL;
}
