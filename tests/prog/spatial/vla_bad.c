// A variable-length array is as long as its length was when it was declared.
// expect: FALSE(valid-deref) line 7
static int last(int n) {
  int squares[n];
  for (int i = 0; i < n; i++) squares[i] = i * i;
  n++;
  return squares[n - 1]; // bad
}
int main(void) { return last(6); }
