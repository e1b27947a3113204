// Offset and length are each in range, their sum is not.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
extern unsigned char __VERIFIER_nondet_uchar(void);
static char buffer[300];
int main(void) {
  unsigned offset = __VERIFIER_nondet_uchar();
  unsigned length = __VERIFIER_nondet_uchar();
  if (length == 0) return 0;
  buffer[offset + length - 1] = 1; // bad
  return 0;
}
