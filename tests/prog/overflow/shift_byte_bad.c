// A byte is promoted to int before it is shifted.
// expect: FALSE(no-overflow) line 7
// property: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int x = c << 24; // bad
  return x != 0;
}
