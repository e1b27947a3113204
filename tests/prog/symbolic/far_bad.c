// A word of four letters among all inputs leads to a place behind the table.
// expect: FALSE(valid-deref) line 15
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int state = 0, table[8] = {0};
  for (int i = 0; i < 12; i++) {
    int c = __VERIFIER_nondet_int();
    if (state == 0 && c == 'b') state = 1;
    else if (state == 1 && c == 'u') state = 2;
    else if (state == 2 && c == 'g') state = 3;
    else if (state == 3 && c == '!') state = 8;
    else state = 0;
    table[state]++; // bad
  }
  return 0;
}
