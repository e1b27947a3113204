// A function's address is not a heap block.
// expect: FALSE(valid-free) line 7
#include <stdlib.h>
static void work(void) {}
int main(void) {
  void *p = (void *)work;
  free(p); // bad
  return 0;
}
