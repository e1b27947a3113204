// The error path sets the pointer to null: free(NULL) does nothing.
// expect: TRUE
#include <stdlib.h>
static int work(int n) {
  char *a = malloc(10);
  int code = 0;
  if (n > 3) {
    code = 0;
    free(a);
    a = NULL;
    goto out;
  }
  a[0] = (char)n;
out:
  free(a);
  return code;
}
int main(void) { return work(2) + work(5); }
