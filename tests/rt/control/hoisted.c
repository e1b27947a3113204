// Checks that an optimiser moves out of loops, merges, or finds nobody to need: still at their line,
// only when the access comes, and before anything is read.
#include <stdio.h>
#include <stdlib.h>

struct node {
  long *values;
  long count;
};

static long sum;

static __attribute__((noinline)) void release(struct node *n, long when, long i) {
  if (i == when) free(n->values);
}

static __attribute__((noinline)) long freed_inside(struct node *n, long when) {
  long total = 0;
  for (long i = 0; i < 4; i++) {
    total += n->values[1]; // error 1: use-after-free
    release(n, when, i);
  }
  return total;
}

static __attribute__((noinline)) void unused(const long *p, long times) {
  for (long i = 0; i < times; i++) (void)*(volatile const char *)"", p[i & 1]; // error 2: use-after-free
}

static __attribute__((noinline)) void unused_field(struct node *n, long times) {
  long last = 0;
  for (long i = 0; i < times; i++) last = n[1].count; // error 3: read-past
  (void)last;
}

// The pointer is bad and the same in every round, and nobody follows it.
static __attribute__((noinline)) long not_reached(const long *p, long times, int use) {
  long total = 0;
  for (long i = 0; i < times; i++) {
    if (use) total += *p; // error 4: null
    total += i;
  }
  return total;
}

static __attribute__((noinline)) long leaves_first(struct node *n, long times) {
  long total = 0;
  for (long i = 0; i < times; i++) {
    puts("once");
    if (i == 0 && times > 0) exit(0);
    total += n->values[100];
  }
  return total;
}

static __attribute__((noinline)) long two_arms(const long *a, long i, int second) {
  if (second)
    sum += a[i] * 3; // error 5: read-past
  else
    sum -= a[i] * 5; // error 6: read-past
  return sum;
}

// So large that free gives it back to the system: reading it would end the program.
static __attribute__((noinline)) long large(long *p, long times) {
  long total = 0;
  for (long i = 0; i < times; i++) {
    total += p[7]; // error 7: use-after-free
    total += p[9];
  }
  return total;
}

static __attribute__((noinline)) long on_one_way(long *p, int before, long *known) {
  long total = 1;
  if (before) {
    *known = total;
    total = *p; // error 8: use-after-free
  } else {
    *known = 2;
  }
  return total + p[0]; // error 9: use-after-free
}

static __attribute__((noinline)) void writes(long *p, long times, long *out) {
  for (long i = 0; i < times; i++) {
    *out = i;
    *p = i; // error 10: write-before
  }
}

static __attribute__((noinline)) long same_twice(long *a, long i) {
  a[i] += 2; // error 11: read-past
  a[i] -= 1;
  return a[i];
}

int main(int argc, char **argv) {
  int which = argc > 1 ? atoi(argv[1]) : 0;
  struct node n = {calloc(4, sizeof(long)), 4};
  struct node *one = calloc(1, sizeof *one);
  long *big = calloc(1 << 20, sizeof *big), *freed = malloc(16), *gone = freed;
  if (!n.values || !one || !big || !freed) return 1;
  freed[0] = freed[1] = 5;
  free(which ? freed : NULL);
  sum += not_reached(which == 4 ? NULL : (long *)8, 10, which == 4);
  if (which == 1) sum += freed_inside(&n, 1);
  if (which == 2) unused(gone, 10);
  if (which == 3) unused_field(one, 10);
  sum += two_arms(n.values, which == 5 || which == 6 ? 4 : 3, which != 6);
  if (which == 7) free(big);
  sum += large(big, which == 7 ? 3 : 2);
  if (which == 8 || which == 9) sum += on_one_way(gone, which == 8, &sum);
  writes(n.values - (which == 10), 3, &sum);
  sum += same_twice(n.values, which == 11 ? 1 << 20 : 2);
  if (!which) {
    sum += freed_inside(&n, 3);
    free(freed), free(big), free(one);
    n.values = NULL;
    leaves_first(&n, 5);
  }
  printf("%ld\n", sum);
  return 0;
}
