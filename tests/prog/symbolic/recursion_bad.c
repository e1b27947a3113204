// One deeper than the table is long.
// expect: FALSE(valid-deref) line 9
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[20];
static int fill(int n) {
  if (n == 0) return 0;
  table[n - 1] = n; // bad
  return 1 + fill(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 21) return 0;
  return fill(n) == n ? 0 : table[-1];
}
