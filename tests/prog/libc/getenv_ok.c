// Asking twice gives the same answer.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
int main(void) {
  return getenv("HOME") ? *getenv("HOME") : 0;
}
