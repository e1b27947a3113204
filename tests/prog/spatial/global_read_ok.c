// The sentinel ends the search.
// expect: TRUE
#include "../require.h"
static const int primes[] = {2, 3, 5, 7, 11, 0};
static int find(int wanted) {
  int i = 0;
  while (primes[i] != 0 && primes[i] != wanted) i++;
  return i;
}
int main(void) {
  require(find(9) == 5);
  require(find(7) == 3);
  return 0;
}
