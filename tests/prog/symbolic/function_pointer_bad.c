// The first function gets the 3, too.
// expect: FALSE(valid-deref) line 7
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[3];
static void first(int n) { table[n] = 1; } // bad
static void second(int n) { table[n - 1] = 2; }
int main(void) {
  void (*f)(int) = first;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  if (n == 2) f = second;
  f(n);
  return 0;
}
