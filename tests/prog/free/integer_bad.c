// An error code in place of a pointer.
// expect: FALSE(valid-free) line 8
#include <stdlib.h>
#define ERROR ((void *)-1)
static void *open_it(int fails) { return fails ? ERROR : malloc(1); }
int main(void) {
  void *handle = open_it(1);
  if (handle) free(handle); // bad
  return 0;
}
