// scanf needs the address.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <stdio.h>
int main(void) {
  int *number = NULL;
  scanf("%d", number); // bad
  return 0;
}
