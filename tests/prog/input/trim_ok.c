// A line of spaces alone becomes empty.
// expect: TRUE
// needs: symbolic
char __VERIFIER_nondet_char(void);
int main(void) {
  char line[6];
  int n = 0;
  for (; n < 5; n++) line[n] = __VERIFIER_nondet_char() ? ' ' : 'x';
  line[5] = 0;
  while (n > 0 && line[n - 1] == ' ') n--;
  line[n] = 0;
  return 0;
}
