/* A pointer goes into a union as one member and comes out as another. */
#include <stdio.h>
#include <stdlib.h>

union any {
  long number;
  char *bytes;
  int *ints;
};

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  union any a, b;
  a.number = 0;
  a.ints = malloc(16);
  a.ints[0] = 3;
  b = a;
  free(a.bytes);
  a.bytes = malloc(16);
  a.bytes[0] = 'b';
  if (bug != 1) b = a;
  b.bytes[1] = 'x'; // error 1: use-after-free
  printf("%c\n", *a.bytes);
  free(a.ints);
  return 0;
}
