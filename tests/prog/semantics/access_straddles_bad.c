// Nor may a part of it.
// expect: FALSE(valid-deref) line 6
int main(void) {
  char bytes[8] = {0};
  int *p = (int *)(bytes + 5);
  return *p; // bad
}
