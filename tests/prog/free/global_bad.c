// A default value in a global is freed like a computed one.
// expect: FALSE(valid-free) line 11
#include <stdlib.h>
static int fallback[2] = {1, 2};
static int *load(int there) {
  if (!there) return fallback;
  return calloc(2, sizeof(int));
}
int main(void) {
  free(load(1));
  free(load(0)); // bad
  return 0;
}
