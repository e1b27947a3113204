// Of two string literals one may be the end of the other.
// expect: UNKNOWN
// options: --engines symbolic
// because: a replay keeps literals apart, so it cannot confirm the error
static int table[4];
int main(void) {
  const char *whole = "abcdef", *end = "def";
  if (whole + 3 == end) table[4] = 1;
  return 0;
}
