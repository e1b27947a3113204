// Definitions in the old style, implicit int, a call without a prototype.
// expect: TRUE
static int add(a, b, c)
  int a;
  short b;
  char c;
{
  return a + b + c;
}
int plain();
main() { return add(1, 2, 3) - 6 + plain(4) - 4; }
int plain(x) int x; { return x; }
