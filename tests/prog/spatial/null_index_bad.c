// An element far from null is no better than null.
// expect: FALSE(valid-deref) line 5
int main(void) {
  int *base = 0;
  base[5000] = 1; // bad
  return 0;
}
