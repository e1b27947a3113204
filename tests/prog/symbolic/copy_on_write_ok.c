// What one path writes the others do not see.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[4] = {0, 1, 2, 3};
int main(void) {
  int *p = table;
  if (__VERIFIER_nondet_int()) p[3] = 0;
  else if (__VERIFIER_nondet_int()) p[3] = 2;
  else return 0;
  int other[3] = {7, 8, 9};
  return other[table[3]];
}
