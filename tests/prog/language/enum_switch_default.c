// A function that falls off its end, whose value is not used.
// expect: TRUE
enum Kind { A, B };
static int cost(enum Kind k) {
  switch (k) {
  case A: return 1;
  case B: return 2;
  }
}
int main(void) {
  cost((enum Kind)1);
  return cost(A) - 1;
}
