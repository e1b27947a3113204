// Each switch arm's block has variables of its own.
// expect: FALSE(valid-deref) line 16
static int run(int how) {
  const int *result;
  switch (how) {
  case 1: {
    int one = 1;
    result = &one;
    break;
  }
  default: {
    static const int other = 2;
    result = &other;
  }
  }
  return *result; // bad
}
int main(void) { return run(0) + run(1); }
