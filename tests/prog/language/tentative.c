// Tentative definitions, an extern of the same file, forward-declared statics.
// expect: TRUE
#include "../require.h"
int total;
extern int total;
int total;
static int table[];
static int *const alias = table;
static int table[3] = {1, 2, 3};
int main(void) {
  for (int i = 0; i < 3; i++) total += alias[i];
  require(total == 6);
  return 0;
}
