// Text of any content: the search for a blank may not find one.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  int i = 0;
  while (text[i] != ' ') // bad
    i++;
  return i;
}
