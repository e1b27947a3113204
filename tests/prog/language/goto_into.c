// A jump into a block: its variable lives although its declaration was jumped over. When it ends is
// not known, so TRUE is not said.
// expect: UNKNOWN
// because: may end before it does here
#include "../require.h"
int main(void) {
  int round = 0;
  goto inside;
  while (round < 3) {
    int local;
  inside:
    local = round * 2;
    int *p = &local;
    require(*p == round * 2);
    round++;
  }
  require(round == 3);
  return 0;
}
