// Division by zero ends the run; it is no memory error.
// expect: TRUE
static int table[2];
static int quotient(int a, int b) {
  table[1] = a;
  return a / b;
}
int main(void) { return quotient(1, 0) + table[9]; }
