// A sum far behind the object may or may not wrap around: that is no check of bounds.
// expect: UNKNOWN
// options: --engines symbolic
// because: a replay sees only its own addresses
// arch: 32
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char text[10];
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= 10 && n < 0x80000000u) return 0;
  if (text + n < text) return 0;
  text[n] = 1;
  return 0;
}
