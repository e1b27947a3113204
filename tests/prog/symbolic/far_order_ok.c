// Pointers near their object are ordered by their offsets.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char text[10];
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= 10) return 0;
  if (text + n < text) return 0;
  text[n] = 1;
  return 0;
}
