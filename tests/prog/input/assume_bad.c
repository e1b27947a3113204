// The assumption does not exclude the end.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void) {
  char text[8] = "abcdefg";
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i <= sizeof text);
  return text[i]; // bad
}
