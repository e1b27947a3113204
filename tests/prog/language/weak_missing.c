// A weak function that nobody defines is not there: it may be asked for.
// expect: TRUE
extern void hook(int) __attribute__((weak));
extern int level __attribute__((weak));
int main(void) {
  if (hook) hook(1);
  return &level ? level : 0;
}
