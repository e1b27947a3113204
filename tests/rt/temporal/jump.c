/* Scopes that are left by goto and break, and pointers to their variables in an array. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int kept[2] = {1, 2};
  int *table[2] = {&kept[0], &kept[1]};
  for (int i = 0; i < 3; i++) {
    int inner[2] = {i, i + 1};
    if (bug == 1) table[1] = &inner[1];
    if (i == 1) goto out;
    kept[0] += inner[1];
  }
out:;
  {
    int again[2] = {50, 60};
    int *q = again;
    q[1]++;
    printf("%d\n", *table[1] + q[0]); // error 1: use-after-scope
  }
  return 0;
}
