// A variable-length array ends with its block.
// expect: FALSE(valid-deref) line 10
static int sum(int n) {
  int *p = 0;
  if (n > 0) {
    int squares[n];
    for (int i = 0; i < n; i++) squares[i] = i * i;
    p = squares;
  }
  return p ? *p : 0; // bad
}
int main(void) { return sum(4); }
