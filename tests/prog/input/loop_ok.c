// The input is cut to the array's size.
// expect: TRUE
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int values[20];
  int n = __VERIFIER_nondet_int();
  if (n > 20) n = 20;
  for (int i = 0; i < n; i++) values[i] = i;
  return 0;
}
