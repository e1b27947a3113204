// A variable-length array of computed length 0 has no element.
// expect: FALSE(valid-deref) line 6
static int first(int n) {
  int values[n];
  for (int i = 0; i < n; i++) values[i] = i;
  return values[0]; // bad
}
int main(void) { return first(3) + first(0); }
