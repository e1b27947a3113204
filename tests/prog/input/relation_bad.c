// One of the two counters starts ahead.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
extern unsigned __VERIFIER_nondet_uint(void);
static char from[30], to[30];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 31;
  char *p = from, *q = to + 1;
  while (p != from + n)
    *q++ = *p++; // bad
  return 0;
}
