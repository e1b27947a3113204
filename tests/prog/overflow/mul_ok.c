// 12 still fits.
// expect: TRUE
// property: no-overflow
static int factorial(int n) {
  int product = 1;
  for (int i = 2; i <= n; i++) product *= i;
  return product;
}
int main(void) { return factorial(12) - 479001600; }
