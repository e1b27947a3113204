// A pointer copied but for its last byte is none.
// expect: FALSE(valid-deref) line 9
int main(void) {
  int target = 3;
  int *from = &target, *to;
  const char *source = (const char *)&from;
  char *destination = (char *)&to;
  for (unsigned i = 0; i + 1 < sizeof to; i++) destination[i] = source[i];
  *to = 4; // bad
  return target;
}
