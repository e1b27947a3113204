// free(NULL) does nothing.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  free(NULL);
  free(0);
  return 0;
}
