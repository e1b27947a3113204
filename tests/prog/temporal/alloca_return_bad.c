// alloca's memory ends with the function that called it.
// expect: FALSE(valid-deref) line 11
#include <alloca.h>
static int *scratch(int n) {
  int *p = alloca(n * sizeof *p);
  p[0] = 1;
  return p;
}
int main(void) {
  int *p = scratch(4);
  return p[0]; // bad
}
