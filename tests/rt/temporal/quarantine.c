/* The freed memory is used again after so many allocations that nobody can have kept it out
 * of use until now. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 60000, ROUNDS = 6000 };

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char *p, *q;
  unsigned long sum = 0;
  p = q = malloc(SIZE);
  memset(q, 1, SIZE);
  for (int i = 0; i < ROUNDS; i++) {
    free(q);
    q = malloc(SIZE);
    q[i] = (char)i;
    sum += (unsigned char)q[i];
  }
  if (bug != 1) p = q;
  *p = 5; // error 1: use-after-free
  printf("%lu\n", sum);
  free(q);
  return 0;
}
