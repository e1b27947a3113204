// A weak function that nobody defines is called all the same.
// expect: FALSE(valid-deref) line 6
extern void hook(int) __attribute__((weak));
extern int level __attribute__((weak));
int main(void) {
  hook(1); // bad
  return &level ? level : 0;
}
