// Two files linked together; a global and a function of the other one.
// with: linked_other.inc.c
// expect: TRUE
#include "../require.h"
extern int shared[];
extern int shared_count;
int *pick(int index);
int main(void) {
  for (int i = 0; i < shared_count; i++) *pick(i) += i;
  require(shared[3] == 16);
  return 0;
}
