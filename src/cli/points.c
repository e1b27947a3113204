/* `belay points`: points-to sets, as text or as a graph. */
#include <time.h>

#include "cli/cli.h"
#include "points/points.h"

static void print_times(const FrontendTimes *times, double seconds) {
  double front = times->clang + times->read + times->promote + times->lower;
  fprintf(stderr, "%-8s %10.1f ms\n%-8s %10.1f ms\n", "frontend", front * 1000, "points",
          seconds * 1000);
}

int command_points(Arena *arena, Options *options) {
  int code = 0;
  FrontendTimes times = {0};
  Program *p = load_program(arena, options, &times, &code);
  if (!p) return code;
  PointsOptions wanted = {.flat = options->flat,
                          .malloc_may_fail = options->malloc_may_fail};
  clock_t start = clock();
  Points *points = points_analyse(p, arena, &wanted);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  VecChar out = {0};
  if (options->dot)
    points_print_dot(points, arena, &out);
  else
    points_print(points, arena, &out);
  if (options->time) print_times(&times, seconds);
  if (!out.len) return 0;
  return file_write(options->output ? options->output : "-", out.data) ? 0 : CLI_INPUT;
}
