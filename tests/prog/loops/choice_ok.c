// Many sizes that are chosen before a loop: one state stands for all of them.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int at_least(int n, int least) { return n < least || n > 100000 ? least : n; }
int main(void) {
  int a = at_least(__VERIFIER_nondet_int(), 1), b = at_least(__VERIFIER_nondet_int(), 2);
  int c = at_least(__VERIFIER_nondet_int(), 3), d = at_least(__VERIFIER_nondet_int(), 4);
  char *p = malloc(a), *q = malloc(b), *r = malloc(c), *s = malloc(d);
  for (int i = 0; i < a; i++) p[i] = 1;
  for (int i = 1; i < b; i++) q[i] = q[i - 1];
  for (int i = c; i > 2; i--) r[i - 3] = r[i - 1];
  for (int i = 0; i < d; i += 2) s[i] = 0;
  free(p); free(q); free(r); free(s);
  return 0;
}
