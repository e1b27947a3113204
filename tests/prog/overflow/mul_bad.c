// A factorial leaves int at 13.
// expect: FALSE(no-overflow) line 7
// property: no-overflow
static int factorial(int n) {
  int product = 1;
  for (int i = 2; i <= n; i++)
    product *= i; // bad
  return product;
}
int main(void) { return factorial(13) & 1; }
