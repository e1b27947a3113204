// What would have come behind a division by zero does not come: the signal's handler leaves.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static sigjmp_buf back;
static int quotient;
static volatile int zero; // which the compiler does not know

static void left(int number) { siglongjmp(back, number); }

static __attribute__((noinline)) int divide(int *p, int by) {
  int first = p[0];
  quotient = 10 / by;
  return first + p[4]; // error 1: read-past
}

static __attribute__((noinline)) int divide_first(int *p, int by, int more) {
  int first = p[1];
  if (more) quotient = first % by;
  else quotient = first / by;
  return p[5]; // error 2: read-past
}

int main(int argc, char **argv) {
  int which = argc > 1 ? atoi(argv[1]) : 0;
  int *p = calloc(4, sizeof *p);
  if (!p) return 1;
  signal(SIGFPE, left);
  if (sigsetjmp(back, 1) == 0) {
    if (which == 1) divide(p, 1);
    else if (which == 2) divide_first(p, 1, 1);
    else divide(p, zero);
  } else if (sigsetjmp(back, 1) == 0) {
    divide_first(p, zero, which);
  }
  puts("left");
  free(p);
  return 0;
}
