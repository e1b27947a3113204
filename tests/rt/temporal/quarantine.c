/* Blocks are made and freed until the memory of the first one has a new owner, which has to
 * happen some time, however long a checker keeps freed memory out of use. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 60000, ROUNDS = 20000 };

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char *p, *q;
  unsigned long sum = 0;
  p = q = malloc(SIZE);
  uintptr_t place = (uintptr_t)p;
  memset(q, 1, SIZE);
  for (int i = 0; i < ROUNDS && (i == 0 || (uintptr_t)q != place); i++) {
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
