/* No room for call stacks: the kinds of errors are right all the same. */
// environment: BELAY_OPTIONS=depot=0:color=0
#include <stdio.h>
#include <stdlib.h>

static int *many(int depth, int **spare) {
  if (depth > 0) return depth % 2 ? many(depth - 1, spare) : many(depth - 2, spare);
  *spare = malloc(8);
  return malloc(8);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *spare;
  for (int i = 0; i < 100; i++) {
    free(many(i, &spare));
    free(spare);
  }
  int *last = many(7, &spare);
  last[0] = 1;
  free(spare);
  if (bug == 1) free(last);
  if (bug == 1) printf("%d\n", last[0]); // error 1: use-after-free
  if (bug == 2) free(last);
  if (bug != 3) free(last); // error 2: double-free
  last = NULL;
  return 0;
}
// report 1: 4 bytes at offset 0 of a heap block of 8 bytes
// report 3: error: memory leak \[CWE-401\]: 8 bytes in 1 block
// exit 3: 97
