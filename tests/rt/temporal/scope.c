/* A pointer to a variable of a block, used when the block is left and another variable may
 * have its place. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *p, other = 3;
  {
    int i = 9;
    p = &i;
    printf("%d\n", *p);
  }
  {
    int j = 8;
    int *q = &j;
    if (bug != 1) p = &other;
    *p = 1; // error 1: use-after-scope
    printf("%d %d\n", *q, other);
  }
  return 0;
}
