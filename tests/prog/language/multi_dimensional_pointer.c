// Pointers to arrays: steps of whole rows.
// expect: TRUE
#include "../require.h"
static int cube[2][3][4];
static int corner(int (*plane)[3][4], int (*row)[4]) { return (*plane)[2][3] + (*row)[1]; }
int main(void) {
  for (int i = 0; i < 24; i++) (&cube[0][0][0])[i] = i;
  int (*row)[4] = cube[1];
  row++;
  require((*row)[0] == 16 && row[1][3] == 23 && sizeof *row == 4 * sizeof(int));
  require(corner(&cube[0], row) == 11 + 17);
  return 0;
}
