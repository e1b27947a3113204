// Every return frees.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
static int digits(int n) {
  if (n < 0) return -1;
  int *scratch = malloc(10 * sizeof *scratch);
  int count = 0;
  do scratch[count++] = n % 10;
  while (n /= 10);
  free(scratch);
  return count;
}
int main(void) {
  require(digits(123) == 3 && digits(-5) == -1);
  return 0;
}
