/* Whether memory was written, by the program or by a library. */
#include <assert.h>
#include <belay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct record {
  int kind;
  double value;
  char name[16];
};

static struct record global;

static void fill(struct record *record) { record->value = 0.5; }

static int check(struct record *record) {
  assert(belay_initialised(&record->kind, sizeof record->kind)); // line of the assertion
  return record->kind;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, ends[2];
  struct record *heap = malloc(sizeof *heap), local;
  assert(!belay_initialised(heap, sizeof *heap) && !belay_initialised(&local, sizeof local));
  assert(belay_initialised(&global, sizeof global));
  assert(!belay_initialised(&local.value, sizeof local.value));
  fill(&local);
  assert(belay_initialised(&local.value, sizeof local.value));
  if (bug != 1) heap->kind = 1;
  check(heap);
  if (pipe(ends) || write(ends[1], "sixteen bytes..", 16) != 16) return 1;
  if (read(ends[0], heap->name, 16) != 16) return 1;
  assert(belay_initialised(heap->name, 16));
  heap = realloc(heap, 2000);
  assert(belay_initialised(heap->name, 16) && !belay_initialised(heap + 1, sizeof *heap));
  struct record *zero = calloc(2, sizeof *zero);
  assert(belay_initialised(zero, 2 * sizeof *zero));
  free(zero);
  assert(!belay_initialised(zero, 4));
  for (int i = 0; i < 3; i++) {
    int again[8];
    assert(!belay_initialised(&again[i], 4));
    memset(again, i, sizeof again);
    assert(belay_initialised(again, sizeof again));
  }
  assert(!belay_initialised(heap, 2001));
  free(heap);
  return 0;
}
// report 1: initialised.c:20: .*check.*: Assertion
// exit 1: 134
