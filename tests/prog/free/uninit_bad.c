// Cleaning up a slot that was never filled.
// expect: FALSE(valid-free) line 9
#include <stdlib.h>
int main(void) {
  char *slots[3];
  slots[0] = malloc(1);
  slots[1] = malloc(1);
  for (int i = 0; i < 3; i++)
    free(slots[i]); // bad
  return 0;
}
