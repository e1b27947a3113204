// A literal and a variable are two objects.
// expect: TRUE
// options: --engines symbolic
static int table[4];
int main(void) {
  const char *whole = "abcdef", *end = "def";
  if (whole + 3 == (const char *)table) table[4] = 1;
  return 0;
}
