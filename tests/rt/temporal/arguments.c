/* The stale pointer passes through parameters, variadic ones too, before it is used. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int add(int count, ...) {
  va_list list;
  int sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    int *p = va_arg(list, int *);
    sum += *p; // error 1: use-after-free
  }
  va_end(list);
  return sum;
}

static void drop(int *p) { free(p); }

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *a = 1;
  *b = 2;
  drop(b);
  int *c = malloc(sizeof *c);
  *c = 3;
  printf("%d\n", add(3, a, bug == 1 ? b : c, c));
  free(a);
  free(c);
  return 0;
}
