// 24 branches whose ways become one again: 2^24 paths otherwise.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 24; i++)
    if (__VERIFIER_nondet_int()) sum += 2;
  int table[49] = {0};
  return table[sum];
}
