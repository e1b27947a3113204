// A compound literal ends with its block.
// expect: FALSE(valid-deref) line 6
int main(void) {
  int first = 0, *p = &first, sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += *p;
    p = (int[]){1, 2, i};
  }
  return sum;
}
