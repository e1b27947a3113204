/* Slices do what the program does: programs of tests/prog are run whole and sliced for
 * instructions chosen at random, on the same inputs, and every value that the slice is to
 * keep must be computed as often and in the same sequence. BELAY_SLICE_ALL=1 takes all
 * programs instead of some. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/map.h"
#include "frontend/frontend.h"
#include "ir/interp.h"
#include "slice/slice.h"

enum { STEPS = 300000, CRITERIA = 12, EVERY = 9 };

/* ---- what a run computes ---- */

typedef struct Events {
  Arena *arena;
  const Program *program;
  uint32_t count; /* instructions of the unsliced program */
  VecU32 *values; /* by origin: what was computed, hashed */
  RunResult result;
} Events;

static uint32_t source_of(const Events *e, const RunValue *value) {
  bool made = value->kind == OBJECT_STACK || value->kind == OBJECT_HEAP ||
              value->kind == OBJECT_STATIC;
  return made ? e->program->insts.data[value->source].origin.id : value->source;
}

/* Objects lie elsewhere in a slice: an address is its object and its offset. */
static void note(void *context, const RunValue *value) {
  Events *e = context;
  Val origin = e->program->insts.data[value->at.id].origin;
  uint64_t hash = hash_u64(value->bits);
  if (value->has_object)
    hash = hash_combine(hash_combine(value->kind, source_of(e, value)),
                        (uint64_t)value->offset);
  bool token = e->program->insts.data[value->at.id].op == OP_STACK_SAVE; /* a depth */
  if (value->undef || token) hash = 0;
  vec_push(e->arena, &e->values[origin.id], (uint32_t)hash);
}

static Events run(Arena *arena, const Program *p, uint32_t count, const Inputs *inputs,
                  bool traced) {
  Events e = {.arena = arena, .program = p, .count = count};
  e.values = arena_new_array(arena, VecU32, count);
  RunOptions options = {.inputs = inputs, .max_steps = STEPS};
  if (traced) options.trace = note;
  options.trace_context = &e;
  e.result = interp_run(p, arena, &options);
  return e;
}

/* ---- comparison ---- */

static bool same_start(const VecU32 *a, const VecU32 *b) {
  uint32_t n = a->len < b->len ? a->len : b->len;
  for (uint32_t i = 0; i < n; i++)
    if (a->data[i] != b->data[i]) return false;
  return true;
}

/* A violation ends a run, but only that of the whole program if its check is cut away. */
static bool agree(const Events *whole, const Events *part, Val v) {
  const VecU32 *a = &whole->values[v.id], *b = &part->values[v.id];
  if (!same_start(a, b)) return false;
  if (whole->result.end == RUN_LIMIT || part->result.end == RUN_LIMIT) return true;
  if (whole->result.end == RUN_VIOLATION || whole->result.end == RUN_UNSUPPORTED)
    return a->len <= b->len;
  return a->len == b->len;
}

static void compare(const char *path, const Program *p, const Slice *slice,
                    const Events *whole, const Events *part, Val criterion) {
  for (Val v = {0}; v.id < p->insts.len; v.id++) {
    bool kept =
      ir_inst(p, v)->op == OP_PARAM ? slice_has(slice, v) : slice_has_value(slice, v);
    if (kept && !agree(whole, part, v))
      fail_msg("%s: slice for %u: instruction %u: %u and %u times, %s", path,
               criterion.id, v.id, whole->values[v.id].len, part->values[v.id].len,
               same_start(&whole->values[v.id], &part->values[v.id]) ? "same start"
                                                                     : "other values");
  }
}

/* ---- one program ---- */

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n) {
  random_state = hash_u64(random_state + 0x9e3779b97f4a7c15u);
  return (uint32_t)(random_state % n);
}

static Program *load(Arena *arena, const char *path, unsigned bits) {
  FrontendError error = {0};
  FrontendOptions options = {.ptr_bits = bits};
  return frontend_load(arena, &path, 1, &options, &error, NULL);
}

static Inputs random_inputs(Arena *arena) {
  Inputs inputs = {0};
  for (int i = 0; i < 200; i++)
    inputs_add(arena, &inputs,
               (Choice){.at = VAL_NONE,
                        .kind = CHOICE_INPUT,
                        .lo = random_below(i % 3 ? 6 : 1000)});
  return inputs;
}

/* Choices as the unsliced run made them, each with its instruction. */
static Inputs choices_of(const RunResult *result) {
  Inputs inputs = {0};
  inputs.choices.data = result->choices.choices.data;
  inputs.choices.len = inputs.choices.cap = result->choices.choices.len;
  return inputs;
}

static unsigned compared;

static void check_criterion(Arena *arena, const char *path, const Program *p,
                            const Points *points, const Events *whole,
                            const Inputs *inputs, Val v) {
  bool ended = whole->result.end == RUN_EXITED;
  for (int classical = 0; classical <= ended; classical++) {
    SliceCriterion criterion = {.insts = &v, .inst_count = 1, .classical = classical};
    Slice *slice = slice_compute(p, points, &criterion, arena);
    Program *sliced = slice_build(slice, arena);
    Events part = run(arena, sliced, p->insts.len, inputs, true);
    assert_true(whole->values[v.id].len == 0 || part.values[v.id].len > 0);
    compare(path, p, slice, whole, &part, v);
    compared++;
  }
}

static void check_program(const char *path, unsigned bits) {
  Arena *arena = arena_new();
  Program *p = load(arena, path, bits);
  bool usable = p && p->entry.id != IR_NONE;
  if (usable) {
    Inputs first = random_inputs(arena);
    Events trial = run(arena, p, p->insts.len, &first, false);
    unsigned luck = RUN_DEPENDS_ADDRESS | RUN_DEPENDS_UNINIT | RUN_DEPENDS_GUESS;
    usable = !(trial.result.depends & luck);
    Inputs inputs = choices_of(&trial.result);
    Events whole = usable ? run(arena, p, p->insts.len, &inputs, true) : trial;
    Points *points = points_analyse(p, arena, NULL);
    for (int i = 0, tries = 0; usable && i < CRITERIA && tries < 400; tries++) {
      Val v = {random_below(p->insts.len)};
      if (!whole.values[v.id].len || ir_inst(p, v)->op == OP_PARAM) continue;
      check_criterion(arena, path, p, points, &whole, &inputs, v);
      i++;
    }
  }
  arena_free(arena);
}

/* ---- all programs ---- */

typedef Vec(char *) VecPath;

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_program(const char *name) {
  size_t length = strlen(name);
  if (length < 3 || strcmp(name + length - 2, ".c") != 0) return false;
  return length < 6 || strcmp(name + length - 6, ".inc.c") != 0;
}

static void list(Arena *arena, const char *folder, VecPath *paths) {
  DIR *dir = opendir(folder);
  if (!dir) return;
  for (struct dirent *entry; (entry = readdir(dir));) {
    if (entry->d_name[0] == '.') continue;
    char *path = arena_printf(arena, "%s/%s", folder, entry->d_name);
    if (is_program(entry->d_name))
      vec_push(arena, paths, path);
    else if (!strchr(entry->d_name, '.'))
      list(arena, path, paths);
  }
  closedir(dir);
}

static void slices_agree(void **state) {
  Arena *arena = arena_new();
  VecPath paths = {0};
  list(arena, BELAY_SOURCE_DIR "/tests/prog", &paths);
  assert_true(paths.len > 0);
  qsort(paths.data, paths.len, sizeof *paths.data, by_text);
  bool all = getenv("BELAY_SLICE_ALL") != NULL;
  for (uint32_t i = 0; i < paths.len; i += all ? 1 : EVERY)
    check_program(paths.data[i], i % 2 ? 32 : 64);
  assert_true(compared > paths.len / EVERY);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slices_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
