// Any value: also one that breaks the next access.
// expect: FALSE(valid-deref) line 8
// needs: symbolic
static int table[8];
int main(void) {
  unsigned unset[1];
  unsigned *p = unset;
  return table[*p & 15]; // bad
}
