// As copy_n_ok.c; the filling starts one place too late.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void copy(char *to, const char *from, int n) {
  for (; n > 0; n--)
    if ((*to++ = *from++) == 0) {
      while (n-- > 0) *to++ = 0;
      break;
    }
}
int main(void) {
  int n = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
  if (n < 0 || length < 0 || length > 100000) return 0;
  char *to = malloc(n), *from = malloc(length + 1);
  from[length] = 0;
  copy(to, from, n);
  free(to);
  free(from);
  return 0;
}
