// Vector types: arithmetic, comparison, elements, loads and stores.
// expect: TRUE
#include "../require.h"
typedef int Four __attribute__((vector_size(16)));
typedef float Two __attribute__((vector_size(8)));
static Four mixed[2] = {{1, 2, 3, 4}, {10, 20, 30, 40}};
int main(void) {
  Four sum = mixed[0] + mixed[1] * 2;
  require(sum[0] == 21 && sum[3] == 84);
  Four less = mixed[0] < (Four){2, 2, 2, 2};
  require(less[0] == -1 && less[1] == 0);
  int which = 2;
  sum[which] = 7;
  require(sum[2] == 7 && sum[1] == 42);
  Two f = {1.5f, 2.5f};
  f = -f + 1.0f;
  require(f[0] == -0.5f && f[1] == -1.5f);
  return 0;
}
