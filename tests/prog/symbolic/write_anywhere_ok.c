// A table written at places that inputs say, and followed.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char next[8] = {0};
  for (int i = 0; i < 3; i++) {
    unsigned from = __VERIFIER_nondet_uint() % 8, to = __VERIFIER_nondet_uint();
    if (to >= 8) return 0;
    next[from] = (unsigned char)to;
  }
  int at = 0;
  for (int i = 0; i < 3; i++) at = next[at];
  return 0;
}
