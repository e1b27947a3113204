// Two counters that move together, tested by one.
// expect: TRUE
// needs: symbolic
extern unsigned __VERIFIER_nondet_uint(void);
static char from[30], to[30];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 31;
  char *p = from, *q = to;
  while (p != from + n) *q++ = *p++;
  return 0;
}
