// setjmp and longjmp.
// expect: UNKNOWN
// because: jumps between frames are not modelled
#include <setjmp.h>
static jmp_buf out;
static void deep(int n) {
  if (n == 0) longjmp(out, 1);
  deep(n - 1);
}
int main(void) {
  if (setjmp(out) == 0) deep(3);
  return 0;
}
