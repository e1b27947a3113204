/* Pointers through function pointers, variadic functions, structs by value and results. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct small {
  int *p;
};
struct large {
  int *p, *q;
  long more[4];
};

typedef int *Pick(int *a, int *b);
static int *first(int *a, int *b) {
  (void)b;
  return a;
}
static int *second(int *a, int *b) {
  (void)a;
  return b;
}

static int take_small(struct small s) { return *s.p; } // error 1: use-after-free
static int take_large(struct large l) { return *l.q; } // error 2: use-after-free

static struct large make(int *p, int *q) {
  struct large l = {p, q, {1, 2, 3, 4}};
  return l;
}

static int sum(const char *kinds, ...) {
  va_list list, copy;
  int total = 0;
  va_start(list, kinds);
  va_copy(copy, list);
  for (; *kinds; kinds++) {
    if (*kinds == 'i') total += va_arg(list, int);
    else if (*kinds == 'd') total += (int)va_arg(list, double);
    else total += *va_arg(list, int *); // error 3: use-after-free
  }
  va_end(list);
  va_end(copy);
  return total;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  Pick *volatile picks[2] = {first, second};
  int *live = malloc(4), *dead = malloc(4), *again;
  *live = 1;
  *dead = 2;
  free(dead);
  again = malloc(4);
  *again = 5;
  int total = take_small((struct small){bug == 1 ? dead : live});
  total += take_large(make(live, bug == 2 ? dead : again));
  total += sum("ipdpipippdp", 1, live, 2.0, again, 3, live, 4, live, live, 1.0,
               bug == 3 ? dead : again);
  int *picked = picks[1](live, bug == 4 ? dead : again);
  total += *picked; // error 4: use-after-free
  int (*volatile print)(const char *, ...) = printf;
  print("%d\n", total);
  free(live);
  free(again);
  return 0;
}
