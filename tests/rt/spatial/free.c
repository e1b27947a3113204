/* What free must not be given. */
#include <stdio.h>
#include <stdlib.h>

static int global;

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int local = 1;
  int *a = malloc(16), *b = malloc(16), *spare;
  a[0] = b[0] = 1;
  int *volatile wrong = bug == 1 ? &local : bug == 2 ? &global : bug == 3 ? b + 1 : NULL;
  free(wrong); // error 1: free-not-heap; error 2: free-not-heap; error 3: free-inside
  free(a);
  if (bug == 4)
    free(a); // error 4: double-free
  spare = malloc(16); /* where a was */
  spare[0] = 2;
  if (bug == 5)
    free(a); // error 5: double-free
  if (bug == 6)
    a = realloc(a, 32); // error 6: double-free
  printf("%d %d\n", b[0], spare[0] + local);
  free(spare);
  free(b);
  return 0;
}
