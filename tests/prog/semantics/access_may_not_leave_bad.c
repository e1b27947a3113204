// An access may not.
// expect: FALSE(valid-deref) line 7
int main(void) {
  char bytes[8] = {0};
  char *p = bytes - 100;
  p += 150;
  return *p; // bad
}
