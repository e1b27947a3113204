// A path that runs into an unknown function keeps open what may come after it, not what came before.
// expect: UNKNOWN
// options: --engines symbolic
// because: nobody knows what the function does
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void unknown(int *);
static int table[4];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  table[n % 4] = 1;
  if (n % 4 == 2) unknown(table);
  table[table[1] % 4] = 1;
  return 0;
}
