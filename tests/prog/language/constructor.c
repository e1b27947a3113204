// Functions that run before main.
// expect: TRUE
#include "../require.h"
static int table[4];
__attribute__((constructor)) static void fill(void) {
  for (int i = 0; i < 4; i++) table[i] = i + 1;
}
int main(void) {
  require(table[3] == 4);
  return 0;
}
