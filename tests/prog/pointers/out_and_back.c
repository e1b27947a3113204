// Pointer arithmetic may leave the object and come back.
// expect: TRUE
#include "../require.h"
int main(void) {
  int values[4] = {1, 2, 3, 4};
  int *one_based = values - 1;
  int sum = 0;
  for (int i = 1; i <= 4; i++) sum += one_based[i];
  int *far = values + 1000;
  far -= 998;
  require(sum == 10 && *far == 3);
  return 0;
}
