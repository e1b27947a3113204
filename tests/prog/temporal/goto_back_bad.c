// A jump back before a declaration ends that variable's life.
// expect: FALSE(valid-deref) line 7
int main(void) {
  int *kept = 0;
  int round = 0;
again:
  if (kept) return *kept; // bad
  {
    int local = 5;
    kept = &local;
    if (round++ == 0) goto again;
  }
  return 0;
}
