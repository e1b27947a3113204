// All slots start out null.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  char *slots[3] = {0};
  slots[0] = malloc(1);
  slots[1] = malloc(1);
  for (int i = 0; i < 3; i++) free(slots[i]);
  return 0;
}
