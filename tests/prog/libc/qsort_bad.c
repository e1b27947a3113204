// The number of elements is that of bytes.
// expect: FALSE(valid-deref) line 4
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } // bad
int main(void) {
  int numbers[4] = {4, 3, 2, 1};
  qsort(numbers, sizeof numbers, sizeof *numbers, compare);
  return numbers[0];
}
