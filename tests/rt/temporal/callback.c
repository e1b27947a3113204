/* What a callback was given to work on is gone when it is called. */
#include <stdio.h>
#include <stdlib.h>

struct event {
  void (*handle)(void *context);
  void *context;
};
struct counter {
  int count;
};

static struct event events[4];
static struct counter calls;

static void count(void *context) {
  struct counter *counter = context;
  counter->count++; // error 1: use-after-return; error 2: use-after-free
}

__attribute__((noinline)) static void register_local(int stale) {
  struct counter counter = {0};
  events[0] = (struct event){count, stale ? &counter : &calls};
  count(&counter);
}

__attribute__((noinline)) static void fire(int which) {
  struct counter other = {5};
  count(&other);
  events[which].handle(events[which].context);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  register_local(bug == 1);
  fire(0);
  struct counter *heap = malloc(sizeof *heap);
  heap->count = 0;
  events[1] = (struct event){count, heap};
  free(heap);
  heap = malloc(sizeof *heap);
  heap->count = 10;
  if (bug != 2) events[1].context = heap;
  fire(1);
  printf("%d %d\n", calls.count, heap->count);
  free(heap);
  return 0;
}
