// A jump into a block: the block's variable lives although its declaration was jumped over.
// expect: TRUE
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
