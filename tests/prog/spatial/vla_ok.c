// The variable-length array is used inside its length.
// expect: TRUE
#include "../require.h"
static int last(int n) {
  int squares[n];
  for (int i = 0; i < n; i++) squares[i] = i * i;
  require(sizeof squares == n * sizeof(int));
  return squares[n - 1];
}
int main(void) {
  require(last(6) == 25);
  return 0;
}
