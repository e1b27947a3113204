// A pointer to an object of an earlier round: the same variable, another life.
// expect: FALSE(valid-deref) line 8
int main(void) {
  int *first = 0;
  for (int i = 0; i < 2; i++) {
    int here = i;
    if (i == 0) first = &here;
    else *first = 9; // bad
  }
  return 0;
}
