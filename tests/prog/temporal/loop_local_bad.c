// A pointer to a loop's variable of the round before.
// expect: FALSE(valid-deref) line 9
int main(void) {
  int *last = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int square = i * i;
    if (last)
      sum += *last; // bad
    last = &square;
  }
  return sum;
}
