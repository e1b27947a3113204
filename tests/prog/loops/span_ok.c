// How many characters at the start of one string are in another: a jump out of the inner loop
// goes on with the outer one only at a character that is not the end.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *any_string(int length) {
  char *s = malloc(length + 1);
  s[length] = 0;
  return s;
}
static long span(const char *text, const char *set) {
  const char *p = text, *q;
  char c, d;
again:
  c = *p++;
  for (q = set; (d = *q++) != 0;)
    if (c == d) goto again;
  return p - 1 - text;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0 || a > 100000 || b > 100000) return 0;
  char *text = any_string(a), *set = any_string(b);
  span(text, set);
  free(text);
  free(set);
  return 0;
}
