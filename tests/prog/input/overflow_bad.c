// The middle of two numbers, the classic way.
// expect: FALSE(no-overflow) line 9
// property: no-overflow
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  return (low + high) / 2 < low; // bad
}
