// Rows first, columns second.
// expect: TRUE
static void clear(int rows, int columns, char m[rows][columns]) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < columns; k++) m[i][k] = 0;
}
int main(void) {
  int rows = 3, columns = 5;
  char m[rows][columns];
  clear(rows, columns, m);
  return m[2][4];
}
