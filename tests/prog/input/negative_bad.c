// Only the upper bound of a signed index is tested.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
static int table[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 10) return 0;
  return table[i]; // bad
}
