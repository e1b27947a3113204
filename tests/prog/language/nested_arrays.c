// Arrays in structs in arrays.
// expect: TRUE
#include "../require.h"
struct Cell { char tags[3]; int weights[2][2]; };
struct Board { struct Cell cells[2][3]; };
int main(void) {
  struct Board board = {0};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) {
      struct Cell *cell = &board.cells[i][k];
      for (int t = 0; t < 3; t++) cell->tags[t] = (char)(i * 9 + k * 3 + t);
      cell->weights[1][0] = i - k;
    }
  require(board.cells[1][2].tags[2] == 17);
  require(board.cells[0][2].weights[1][0] == -2 && board.cells[1][1].weights[0][1] == 0);
  return 0;
}
