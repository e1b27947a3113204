/* A global keeps the address of a local; the function is called again meanwhile, and its
 * new local lies where the old one was. */
#include <stdio.h>
#include <stdlib.h>

static int *current;
static int total = 1;

__attribute__((noinline)) static void visit(int number, int keep) {
  int local = number;
  if (keep) current = &local;
  else local++;
  total += local;
  if (number == 2)
    *current += 1; // error 1: use-after-return
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  current = &total;
  visit(1, bug == 1);
  visit(2, 0);
  printf("%d\n", total);
  return 0;
}
