// An array of variable length is gone at the end of its block, however its size came about.
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
// arch: 64
