// A row's end is not the object's end: walking over it stays inside the matrix.
// expect: TRUE
#include "../require.h"
static double grid[3][4];
int main(void) {
  double *cell = &grid[0][0];
  for (int i = 0; i < 12; i++) cell[i] = i;
  require(grid[2][3] == 11.0 && grid[1][0] == 4.0);
  return 0;
}
