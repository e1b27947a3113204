/* A store to null, which an optimiser takes for code that is never reached. */
#include <stddef.h>

int main(void) {
  int local = 0;
#ifdef FIXED
  int *target = &local;
#else
  int *target = NULL;
#endif
  *target = 1; // error 1: null
  return local == 2;
}
