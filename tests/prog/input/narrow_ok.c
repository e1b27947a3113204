// The table is as large as the type.
// expect: TRUE
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
static int table[256];
int main(void) {
  unsigned char index = (unsigned char)__VERIFIER_nondet_int();
  return table[index];
}
