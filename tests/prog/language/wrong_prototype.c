// A call through a pointer of another type.
// expect: UNKNOWN
// because: what happens is the machine's business, not C's
static int two(int a, int *b) { return a + *b; }
static int (*const table[])(int) = {(int (*)(int))two};
int main(void) {
  int (*volatile one)(int) = table[0];
  return one(1);
}
