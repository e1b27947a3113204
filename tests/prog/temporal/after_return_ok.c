// The buffer is static.
// expect: TRUE
#include "../require.h"
static char *name_of(int id) {
  static char name[8];
  name[0] = 'n';
  name[1] = (char)('0' + id);
  name[2] = 0;
  return name;
}
int main(void) {
  char *name = name_of(3);
  require(name[0] == 'n' && name[1] == '3');
  return 0;
}
