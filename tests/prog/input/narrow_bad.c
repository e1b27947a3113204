// The length is tested as int and used as unsigned char.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
static int table[200];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 199) return 0;
  unsigned char index = (unsigned char)n;
  return table[index]; // bad
}
