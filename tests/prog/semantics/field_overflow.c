// Overflow from one struct field into the next is not an error by default.
// expect: TRUE
#include "../require.h"
struct Record { char name[4]; char code[4]; };
int main(void) {
  struct Record r = {"abc", "xyz"};
  char *p = r.name;
  for (int i = 0; i < 8; i++) p[i] = 'k';
  require(r.code[3] == 'k');
  return 0;
}
