// A loop bounded by input, over an array of fixed size.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int values[20];
  int n = __VERIFIER_nondet_int();
  if (n > 21) n = 21;
  for (int i = 0; i < n; i++)
    values[i] = i; // bad
  return 0;
}
