/* A pointer without a value is dereferenced: an optimiser takes any value that suits it. */
#include <stdio.h>

int main(int argc, char **argv) {
  int local = 3, *pointer;
#ifdef FIXED
  pointer = &local;
#else
  if (argc > 5) pointer = &local;
#endif
  *pointer = 4; // error 1: wild
  printf("%d\n", local);
  return 0;
}
