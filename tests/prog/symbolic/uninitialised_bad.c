// Any value of a byte is more than 200.
// expect: FALSE(valid-deref) line 12
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char raw[2];
  int table[200] = {0};
  if (__VERIFIER_nondet_int()) raw[0] = 3;
  unsigned v = raw[0], w = raw[0];
  
  return table[v]; // bad
}
