// A string that fills its array has no terminator.
// expect: FALSE(valid-deref) line 6
static char code[4] = "defg";
static int length(const char *s) {
  int n = 0;
  while (s[n]) // bad
    n++;
  return n;
}
int main(void) { return length(code); }
