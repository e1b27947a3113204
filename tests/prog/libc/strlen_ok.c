// Lengths up to the terminator and up to a limit.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char full[4] = {'a', 'b', 'c', 'd'};
  char *heap = strdup("a longer text");
  printf("%zu %zu %zu %zu\n", strlen(""), strlen(heap), strnlen(full, 4), strnlen("ab", 9));
  free(heap);
  return 0;
}
