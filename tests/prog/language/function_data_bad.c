// Data is called as a function.
// expect: FALSE(valid-deref) line 6
static unsigned char code[] = {0xc3};
int main(void) {
  void (*f)(void) = (void (*)(void))code;
  f(); // bad
  return 0;
}
