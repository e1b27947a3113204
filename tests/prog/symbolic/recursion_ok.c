// As deep as an input says.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[20];
static int fill(int n) {
  if (n == 0) return 0;
  table[n - 1] = n;
  return 1 + fill(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  return fill(n) == n ? 0 : table[-1];
}
