// The size counts bytes.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  int *table = malloc(10 * sizeof *table);
  for (int i = 0; i < 10; i++) table[i] = i;
  int last = table[9];
  free(table);
  return last - 9;
}
