// The same bytes as char, int and struct: the object's extent counts, not the type.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Pair { int a, b; };
int main(void) {
  void *block = malloc(2 * sizeof(struct Pair));
  struct Pair *pairs = block;
  pairs[1] = (struct Pair){3, 4};
  int *ints = block;
  char *bytes = block;
  require(ints[3] == 4 && bytes[12] == 4 && bytes[15] == 0);
  free(block);
  return 0;
}
