// A chain of frames linked upwards, used on the way down.
// expect: TRUE
#include "../require.h"
struct Link { int depth; struct Link *up; };
static int walk(int depth, struct Link *up) {
  struct Link here = {depth, up};
  if (depth < 4) return walk(depth + 1, &here);
  int sum = 0;
  for (struct Link *l = &here; l; l = l->up) sum += l->depth;
  return sum;
}
int main(void) {
  require(walk(0, 0) == 10);
  return 0;
}
