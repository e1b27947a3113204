// The sum is tested.
// expect: TRUE
// needs: symbolic
extern unsigned char __VERIFIER_nondet_uchar(void);
static char buffer[300];
int main(void) {
  unsigned offset = __VERIFIER_nondet_uchar();
  unsigned length = __VERIFIER_nondet_uchar();
  if (length == 0 || offset + length > sizeof buffer) return 0;
  buffer[offset + length - 1] = 1;
  return 0;
}
