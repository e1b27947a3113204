// expect: UNKNOWN
// because: may end before it does here
// Clang writes no end for the object that holds the struct: TRUE is not said.
// An array in a struct that a function returns lives until the end of the full expression.
struct row { int a[4]; };
static struct row make(int n) {
  struct row r = {{n, n, n, n}};
  return r;
}
int main(void) {
  int *p = make(3).a;
  return *p - 3;
}
