// Rows and columns are exchanged.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  if (rows < 1 || rows > 3 || columns < 1 || columns > 3) return 0;
  int *m = malloc((size_t)rows * (size_t)columns * sizeof *m);
  for (int r = 0; r < rows; r++) for (int c = 0; c < columns; c++) m[r * rows + c] = 0; // bad
  free(m);
  return 0;
}
