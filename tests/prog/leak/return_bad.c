// An early return forgets the scratch buffer.
// expect: FALSE(valid-memtrack) line 5
#include <stdlib.h>
static int digits(int n) {
  int *scratch = malloc(10 * sizeof *scratch); // bad
  int count = 0;
  if (n < 0) return -1;
  do scratch[count++] = n % 10;
  while (n /= 10);
  free(scratch);
  return count;
}
int main(void) { return digits(123) + digits(-5); }
