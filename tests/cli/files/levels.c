#include <stdio.h>

int main(void) {
  int optimised = 0, plain = 0, small = 0;
#ifdef __OPTIMIZE__
  optimised = 1;
#endif
#ifdef __NO_INLINE__
  plain = 1;
#endif
#ifdef __OPTIMIZE_SIZE__
  small = 1;
#endif
  printf("%d %d %d\n", optimised, plain, small);
  return 0;
}
