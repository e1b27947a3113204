// A terminator is put at the end, and ends the search.
// expect: TRUE
// needs: symbolic
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  int i = 0;
  while (text[i] && text[i] != ' ') i++;
  return i;
}
