/* See progress.h. */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
  bool wanted;
  bool shown; /* a line is on the terminal */
  struct timespec start;
} progress;

static double elapsed(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - progress.start.tv_sec) +
         1e-9 * (double)(now.tv_nsec - progress.start.tv_nsec);
}

static void erase(void) {
  if (progress.shown) fputs("\r\033[K", stderr);
  progress.shown = false;
}

void progress_start(void) {
  progress.wanted = isatty(STDERR_FILENO);
  clock_gettime(CLOCK_MONOTONIC, &progress.start);
}

/* A stage does not report on its way, so it is named at once. */
void progress_stage(const char *stage) {
  if (!progress.wanted) return;
  erase();
  fprintf(stderr, "%s ...", stage);
  fflush(stderr);
  progress.shown = true;
}

void progress_engine(void *context, const EngineProgress *engine) {
  if (!progress.wanted || elapsed() < 1) return;
  erase();
  fprintf(stderr, "%s: %u checks open, %u safe, %.0f s", engine->engine, engine->open,
          engine->safe, elapsed());
  fflush(stderr);
  progress.shown = true;
}

void progress_stop(void) {
  erase();
  progress.wanted = false;
}
