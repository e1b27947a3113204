// expect: UNKNOWN
// because: may end before it does here
// Clang writes no lifetime markers for x: that it is dead at the end is not seen, but TRUE is not said.
// A variable ends with its block, also when its declaration was jumped over.
int main(void) {
  int *p, n = 0;
  goto in;
  {
    int x;
  in:
    x = n;
    p = &x;
  }
  return *p;
}
