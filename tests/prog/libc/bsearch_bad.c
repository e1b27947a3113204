// The array is shorter than was said.
// expect: FALSE(valid-deref) line 5
#include <stdlib.h>
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b; // bad
}
int main(void) {
  int numbers[4] = {1, 2, 3, 4}, key = 9;
  return bsearch(&key, numbers, 5, sizeof *numbers, compare) != NULL;
}
