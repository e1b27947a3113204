// The numbers are those of the C library.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned seed = 7;
  unsigned short words[3] = {1, 2, 3};
  printf("%d %d %ld\n", rand(), rand(), random());
  srand(42);
  printf("%d %d\n", rand(), rand());
  srandom(0);
  printf("%ld %d\n", random(), rand_r(&seed));
  printf("%.17g %ld\n", drand48(), lrand48());
  srand48(5);
  printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
  printf("%.17g %ld\n", erand48(words), nrand48(words));
  return 0;
}
