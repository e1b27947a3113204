// One byte is missing on the way back.
// expect: FALSE(valid-deref) line 11
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[10];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000;
  int *p = table + n;
  p = p - n + 1;
  p[9] = 1; // bad
  return 0;
}
