// With 32 bits clang knows the size of this array: it ends with its block all the same.
// expect: FALSE(valid-deref) line 10
int main(void) {
  int n = 4, *kept;
  {
    int array[n];
    array[0] = 1;
    kept = array;
  }
  return *kept; // bad
}
// arch: 32
// not-instrumented: a local of constant size has its place in the frame, above the restored stack
