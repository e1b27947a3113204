// The middle of two numbers, the careful way.
// expect: TRUE
// property: no-overflow
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  return low + (high - low) / 2 < low;
}
