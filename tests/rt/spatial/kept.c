/* leak_check=2: blocks that were not freed and can still be reached are told, too, and apart
 * from those that are lost. */
#include <stdlib.h>

static char *kept;

__attribute__((noinline)) static void lose(void) {
  char *volatile lost = malloc(3); // error 2: leak
  lost = NULL;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  if (bug == 2) lose();
  kept = malloc(8); // error 1: leak
  if (bug == 0 || bug == 2) free(kept);
  return 0;
}
// environment: BELAY_OPTIONS=leak_check=2:color=0
// report 1: error: memory not freed .*: 8 bytes in 1 block allocated here can still be reached
// report 2: error: memory leak .*: 3 bytes in 1 block allocated here cannot be reached any more
// report 2: ^3 bytes in 1 block is lost; 0 bytes in 0 blocks can still be reached
