/* A block of which nothing is used is freed twice. */
#include <stdlib.h>

int main(void) {
  char *block = malloc(1);
  free(block);
#ifndef FIXED
  free(block); // error 1: double-free
#endif
  return 0;
}
