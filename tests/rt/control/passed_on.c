// Pointers that are passed on through functions: some of them need no referent there, others do.
#include <stdio.h>
#include <stdlib.h>

static int *kept;
static int counter;

struct pair {
  int *p;
  long more[3];
};

static void odd(int *p, int times);

// Only passed on, again and again; kept in the end.
static __attribute__((noinline)) void even(int *p, int times) {
  if (times > 0) odd(p, times - 1);
}
static __attribute__((noinline)) void odd(int *p, int times) {
  if (times > 0) even(p, times - 1);
  else kept = p;
}

static __attribute__((noinline)) void compared(int *p, int *q) {
  if (p == q) counter++;
}

static __attribute__((noinline)) int *chosen(int *p, int *q, int first) {
  return first ? p : q;
}

static __attribute__((noinline)) void set_two(int *p) { p[0] = 1, p[1] = 2; }

static __attribute__((noinline)) int at(int *p, int i) { return p[i]; } // error 2: read-past

static __attribute__((noinline)) void leave_local(int times) {
  int local[2];
  set_two(local);
  even(local, times);
  counter += local[1];
}

static __attribute__((noinline)) int of_local(int i) {
  int local[2];
  set_two(local);
  compared(local, &counter);
  return at(local, i);
}

static __attribute__((noinline)) int by_value(struct pair pair) { return *pair.p; } // error 3: use-after-free

int main(int argc, char **argv) {
  int which = argc > 1 ? atoi(argv[1]) : 0;
  int *heap = malloc(8), *other = malloc(8);
  if (!heap || !other) return 1;
  set_two(heap), set_two(other);
  leave_local(3);
  if (which == 1) counter += *kept; // error 1: use-after-return
  counter += of_local(which == 2 ? 2 : 1);
  struct pair pair = {chosen(heap, other, 1), {1, 2, 3}};
  if (which == 3) free(heap);
  counter += by_value(pair);
  even(other, 7);
  compared(other, kept);
  if (which == 4) free(other);
  counter += kept[1]; // error 4: use-after-free
  printf("%d\n", counter);
  free(heap), free(other);
  return 0;
}
