// Not at abort: the program did not end, it was ended.
// expect: TRUE
// property: valid-memcleanup
#include <stdlib.h>
int main(void) {
  char *kept = malloc(3);
  kept[0] = 1;
  abort();
}
