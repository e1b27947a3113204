// A pointer leaves its object by an input and comes back by the same.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[10];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000;
  int *p = table + n;
  p = p - n;
  p[9] = 1;
  return 0;
}
