// A state without a row in the table.
// expect: FALSE(valid-deref) line 12
enum State { START, SIGN, DIGITS, FAIL };
static const unsigned char next[][2] = {
  [START] = {SIGN, DIGITS},
  [SIGN] = {FAIL, DIGITS},
  [DIGITS] = {FAIL, DIGITS},
};
static int is_number(const char *s) {
  enum State state = START;
  while (*s)
    state = next[state][*s++ != '-']; // bad
  return state == DIGITS;
}
int main(void) { return is_number("1-1"); }
