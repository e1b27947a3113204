// A variable-length array in each frame of a recursion.
// expect: TRUE
#include "../require.h"
static int sum(int depth, const int *above, int count) {
  int mine[count + 1];
  for (int i = 0; i < count; i++) mine[i] = above[i];
  mine[count] = depth;
  if (depth > 0) return sum(depth - 1, mine, count + 1);
  int total = 0;
  for (int i = 0; i <= count; i++) total += mine[i];
  return total;
}
int main(void) {
  require(sum(6, 0, 0) == 21);
  return 0;
}
