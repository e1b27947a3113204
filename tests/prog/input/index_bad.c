// An index from outside is tested with the wrong sign of comparison.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
static int table[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 10) return 0;
  return table[i]; // bad
}
