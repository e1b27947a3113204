// alloca with the right number of bytes.
// expect: TRUE
#include <alloca.h>
#include "../require.h"
int main(void) {
  int n = 4;
  int *scratch = alloca(n * sizeof *scratch);
  for (int i = 0; i < n; i++) scratch[i] = i;
  require(scratch[3] == 3);
  return 0;
}
