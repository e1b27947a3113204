// Selection sort of any number of values: the place of the smallest is one that was looked at.
// expect: TRUE
// needs: symbolic
// options: --timeout 30
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *v = malloc(n * sizeof *v);
  for (int i = 0; i + 1 < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (v[j] < v[least]) least = j;
    int kept = v[i];
    v[i] = v[least];
    v[least] = kept;
  }
  free(v);
  return 0;
}
