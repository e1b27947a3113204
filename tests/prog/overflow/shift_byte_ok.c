// Shifts of unsigned numbers, and of what is small enough.
// expect: TRUE
// property: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned u = __VERIFIER_nondet_uint();
  int x = c << 23, y = (unsigned)c << 24;
  u <<= 5;
  return x == y && u;
}
