// A pointer copied byte by byte is the same pointer.
// expect: TRUE
#include "../require.h"
int main(void) {
  int target = 3;
  int *from = &target, *to = 0;
  const char *source = (const char *)&from;
  char *destination = (char *)&to;
  for (unsigned i = 0; i < sizeof to; i++) destination[i] = source[i];
  *to = 4;
  require(target == 4);
  return 0;
}
