// A walk in one object with the end of another.
// expect: FALSE(valid-deref) line 11
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int left[4], right[4];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? left : right;
  int *end = left + 4;
  
  for (; p != end; p++) *p = 1; // bad
  return 0;
}
