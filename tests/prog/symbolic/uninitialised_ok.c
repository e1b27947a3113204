// An uninitialised byte has any value of a byte, and keeps it.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char raw[2];
  int table[256] = {0};
  if (__VERIFIER_nondet_int()) raw[0] = 3;
  unsigned v = raw[0], w = raw[0];
  if (v != w) v = 256;
  return table[v];
}
