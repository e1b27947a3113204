/* `belay points`: points-to sets, as text or as a graph, or compared with runs. */
#include <time.h>

#include "cli/cli.h"
#include "points/points.h"

enum { VERIFY_RUNS = 24, VERIFY_INPUTS = 64, VERIFY_STEPS = 300000 };

static void print_times(const FrontendTimes *times, double seconds) {
  double front = times->clang + times->read + times->promote + times->lower;
  fprintf(stderr, "%-10s %10.1f ms\n%-10s %10.1f ms\n", "frontend", front * 1000,
          "points", seconds * 1000);
}

/* The dereferences of the program's own functions, and how many the sets prove. One that
 * promotion took away was proved by that. */
static void print_counts(Arena *arena, const Program *p, const Points *points,
                         uint32_t promoted) {
  const Ledger *ledger = ledger_new(arena, p, PROPERTY_BIT(PROPERTY_VALID_DEREF));
  uint32_t all = 0, proved = 0;
  for (uint32_t i = 0; i < ledger->checks.len; i++) {
    const Check *check = &ledger->checks.data[i];
    bool access = check->kind == CHECK_READ || check->kind == CHECK_WRITE;
    if (!access || ir_function(p, ir_fn_of(p, check->at))->flags & FN_MODEL) continue;
    all++;
    proved += points_check(points, check->kind, check->at).verdict == POINTS_SAFE;
  }
  PointsEffort effort = points_effort(points);
  fprintf(stderr, "%-10s %10u\n%-10s %10u\n%-10s %10u\n%-10s %10u\n%-10s %10s\n",
          "contexts", effort.contexts, "promoted", promoted, "accesses", all, "proved",
          proved, "precise", points_is_precise(points, NULL) ? "yes" : "no");
}

/* xorshift: the same numbers everywhere. */
static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static Inputs random_inputs(Arena *arena, uint64_t *state) {
  Inputs inputs = {0};
  for (int i = 0; i < VERIFY_INPUTS; i++) {
    uint64_t x = next_random(state), kind = next_random(state) % 8;
    uint64_t value = kind < 4 ? x % 4 : kind < 6 ? x % 64 : kind == 6 ? -(x % 4) : x;
    inputs_add(arena, &inputs,
               (Choice){.at = VAL_NONE, .kind = CHOICE_INPUT, .lo = value});
  }
  return inputs;
}

static int verify(Arena *arena, const Points *points) {
  uint64_t state = 88172645463325252u;
  for (int i = 0; i < VERIFY_RUNS; i++) {
    Inputs inputs = i ? random_inputs(arena, &state) : (Inputs){0};
    const char *wrong = points_contradiction(points, &inputs, VERIFY_STEPS, arena);
    if (!wrong) continue;
    message_error("points", "%s", wrong);
    return CLI_FALSE;
  }
  return 0;
}

int command_points(Arena *arena, Options *options) {
  int code = 0;
  FrontendTimes times = {0};
  Program *p = options->verify ? load_runnable(arena, options, &code)
                               : load_program(arena, options, &times, &code);
  if (!p) return code;
  PointsOptions wanted = {.flat = options->flat,
                          .malloc_may_fail = options->malloc_may_fail};
  clock_t start = clock();
  Points *points = points_analyse(p, arena, &wanted);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (options->time) print_times(&times, seconds);
  if (options->time) print_counts(arena, p, points, times.promoted);
  if (options->verify) return verify(arena, points);
  if (options->time && !options->output) return 0;
  VecChar out = {0};
  if (options->dot)
    points_print_dot(points, options->library, arena, &out);
  else
    points_print(points, options->library, arena, &out);
  if (!out.len) return 0;
  return file_write(options->output ? options->output : "-", out.data) ? 0 : CLI_INPUT;
}
