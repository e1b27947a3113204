// An array of n elements filled and summed by loops, for every n.
// expect: TRUE
// needs: bounds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *values = malloc(n * sizeof *values);
  for (int i = 0; i < n; i++) values[i] = i;
  unsigned sum = 0;
  for (int i = n - 1; i >= 0; i--) sum += values[i];
  free(values);
  return sum & 1;
}
