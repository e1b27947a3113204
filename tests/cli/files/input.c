extern int __VERIFIER_nondet_int(void);

int main(void) {
  int numbers[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return numbers[i];
}
