/* One of two pointers is null, and both are dereferenced: an optimiser takes the other one. */
#include <stdio.h>

int main(int argc, char **argv) {
  int local = 3;
#ifdef FIXED
  int *chosen = &local;
#else
  int *chosen = argc > 1 ? NULL : &local;
#endif
  printf("%d\n", *chosen); // error 1: null
  return 0;
}
