// The path that writes nothing still has the 3.
// expect: FALSE(valid-deref) line 13
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[4] = {0, 1, 2, 3};
int main(void) {
  int *p = table;
  if (__VERIFIER_nondet_int()) p[3] = 0;
  else if (__VERIFIER_nondet_int()) p[3] = 2;
  
  int other[3] = {7, 8, 9};
  return other[table[3]]; // bad
}
