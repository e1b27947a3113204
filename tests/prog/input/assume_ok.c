// __VERIFIER_assume guards the index.
// expect: TRUE
// needs: symbolic
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void) {
  char text[8] = "abcdefg";
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < sizeof text);
  return text[i] & 0;
}
