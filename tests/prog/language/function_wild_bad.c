// An integer is called as a function.
// expect: FALSE(valid-deref) line 5
int main(void) {
  void (*f)(void) = (void (*)(void))0x1234;
  f(); // bad
  return 0;
}
