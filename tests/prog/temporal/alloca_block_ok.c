// alloca's memory does not end with the block.
// expect: TRUE
#include <alloca.h>
#include "../require.h"
int main(void) {
  int *chain[3];
  for (int i = 0; i < 3; i++) {
    chain[i] = alloca(sizeof(int));
    *chain[i] = i;
  }
  require(*chain[0] == 0 && *chain[1] == 1 && *chain[2] == 2);
  return 0;
}
