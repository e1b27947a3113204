// A pointer goes through an integer and comes back, whole and changed.
// expect: TRUE
#include <stdint.h>
#include "../require.h"
int main(void) {
  int values[3] = {5, 6, 7};
  uintptr_t address = (uintptr_t)&values[0];
  int *back = (int *)address;
  require(*back == 5);
  int *third = (int *)(address + 2 * sizeof(int));
  require(*third == 7);
  intptr_t difference = (intptr_t)third - (intptr_t)back;
  require(difference == 2 * (intptr_t)sizeof(int));
  return 0;
}
