// Rows and columns of a variable-length matrix mixed up.
// expect: FALSE(valid-deref) line 6
static void clear(int rows, int columns, char m[rows][columns]) {
  for (int i = 0; i < columns; i++)
    for (int k = 0; k < rows; k++)
      m[i][k] = 0; // bad
}
int main(void) {
  int rows = 3, columns = 5;
  char m[rows][columns];
  clear(rows, columns, m);
  return m[0][0];
}
