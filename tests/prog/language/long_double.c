// The 80-bit type: its precision, its storage, as argument and result.
// expect: TRUE
#include "../require.h"
static long double next(long double x) { return x + 1.0L; }
int main(void) {
  long double big = 9007199254740992.0L;
  require(next(big) != big && (double)next(big) == 9007199254740992.0);
  long double values[3] = {1.5L, 2.5L, 3.5L};
  long double sum = 0;
  for (int i = 0; i < 3; i++) sum += values[i];
  require(sum == 7.5L && sizeof values == (sizeof(void *) == 8 ? 48 : 36));
  return 0;
}
