// Static locals live on, one for each function, also in recursion.
// expect: TRUE
#include "../require.h"
static int ticket(void) {
  static int next = 100;
  return next++;
}
static int depth(int n) {
  static int deepest;
  if (n > deepest) deepest = n;
  if (n < 5) depth(n + 1);
  return deepest;
}
int main(void) {
  ticket();
  require(ticket() == 101 && depth(0) == 5 && depth(3) == 5);
  return 0;
}
