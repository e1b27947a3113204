// A backslash at the end of a string stands for itself.
// expect: TRUE
// needs: symbolic
char __VERIFIER_nondet_char(void);
static int unescape(char *to, const char *from) {
  int n = 0;
  for (; *from; from++) {
    if (*from == '\\' && from[1]) from++;
    to[n++] = *from;
  }
  to[n] = 0;
  return n;
}
int main(void) {
  char text[4], plain[4];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  return unescape(plain, text);
}
