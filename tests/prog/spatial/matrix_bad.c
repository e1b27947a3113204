// The row behind the last one.
// expect: FALSE(valid-deref) line 7
static double grid[3][4];
int main(void) {
  for (int row = 0; row <= 3; row++)
    for (int column = 0; column < 4; column++)
      grid[row][column] = row; // bad
  return 0;
}
