// Nothing counts after an assumption that cannot hold.
// expect: TRUE
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 5);
  __VERIFIER_assume(n < 3);
  return *(int *)0;
}
