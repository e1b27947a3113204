// Matrices as arrays of row pointers on the heap.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
static double **make(int rows, int columns) {
  double **m = malloc(rows * sizeof *m);
  for (int i = 0; i < rows; i++) m[i] = calloc(columns, sizeof **m);
  return m;
}
static void drop(double **m, int rows) {
  while (rows-- > 0) free(m[rows]);
  free(m);
}
int main(void) {
  double **a = make(2, 3), **b = make(3, 2), **c = make(2, 2);
  for (int i = 0; i < 6; i++) a[i / 3][i % 3] = b[i / 2][i % 2] = i;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      for (int j = 0; j < 3; j++) c[i][k] += a[i][j] * b[j][k];
  require(c[0][0] == 10 && c[0][1] == 13 && c[1][0] == 28 && c[1][1] == 40);
  drop(a, 2);
  drop(b, 3);
  drop(c, 2);
  return 0;
}
