// A line of spaces alone is trimmed beyond its start.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
char __VERIFIER_nondet_char(void);
int main(void) {
  char line[6];
  int n = 0;
  for (; n < 5; n++) line[n] = __VERIFIER_nondet_char() ? ' ' : 'x';
  line[5] = 0;
  while (line[n - 1] == ' ') n--; // bad
  line[n] = 0;
  return 0;
}
