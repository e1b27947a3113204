// A variable-length array in a loop is a new one in each round.
// expect: TRUE
#include "../require.h"
int main(void) {
  int sum = 0;
  for (int n = 1; n < 6; n++) {
    int values[n];
    int *p = values + n - 1;
    for (int i = 0; i < n; i++) values[i] = n;
    sum += *p;
  }
  require(sum == 15);
  return 0;
}
