// The callee gets the array's own length.
// expect: TRUE
#include "../require.h"
static void fill(short *to, int count) {
  for (int i = 0; i < count; i++) to[i] = (short)i;
}
int main(void) {
  short row[5];
  fill(row, sizeof row / sizeof row[0]);
  require(row[4] == 4);
  return 0;
}
