// All rows are freed with the wrong count.
// expect: FALSE(valid-memtrack) line 8
#include <stdlib.h>
int main(void) {
  int rows = 3, columns = 2;
  int **m = malloc(rows * sizeof *m);
  for (int i = 0; i < rows; i++)
    m[i] = calloc(columns, sizeof **m); // bad
  for (int i = 0; i < columns; i++) free(m[i]);
  free(m);
  return 0;
}
