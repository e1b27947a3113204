// Pointers into two objects compared before they are used.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int left[4], right[4];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? left : right;
  int *end = left + 4;
  if (p == right) end = right + 4;
  for (; p != end; p++) *p = 1;
  return 0;
}
