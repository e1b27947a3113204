int twice(int x) { return x + x; }

int start(void) {
  int numbers[2] = {1, 2};
  return numbers[twice(1)];
}
