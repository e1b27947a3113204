// Both the error path and the common exit free.
// expect: FALSE(valid-free) line 14
#include <stdlib.h>
static int work(int n) {
  char *a = malloc(10);
  int code = 0;
  if (n > 3) {
    code = -1;
    free(a);
    goto out;
  }
  a[0] = (char)n;
out:
  free(a); // bad
  return code;
}
int main(void) { return work(2) + work(5); }
