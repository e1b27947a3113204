// Asking twice gives the same answer.
// expect: TRUE
// known-fail: the symbolic engine follows every length of the value on its own
#include <stdlib.h>
int main(void) {
  return getenv("HOME") ? *getenv("HOME") : 0;
}
