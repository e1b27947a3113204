/* What null points to is used: an optimiser takes the code for one that is never reached. */
#include <stdio.h>

int main(void) {
#ifdef FIXED
  char *data = "x";
#else
  char *data = NULL;
#endif
  printf("%d\n", data[0]); // error 1: null
  return 0;
}
