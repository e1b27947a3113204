// No variable ever held the block, and the run ends deep in a call.
// expect: FALSE(valid-memtrack) line 11
#include <stdlib.h>
static void leave(int depth) {
  if (depth == 0) exit(0);
  leave(depth - 1);
}
static int *make(void) { return malloc(4); }
static void lose(void (*end)(int)) {
  int *mine = make();
  int *other = malloc(8);
  other = mine;
  end(other == mine);
  free(mine);
}
int main(void) {
  lose(leave);
  return 0;
}
// not-instrumented: at the end of a run the runtime takes every word of the stack for a variable
