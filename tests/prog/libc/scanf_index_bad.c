// What was read is no index yet.
// expect: FALSE(valid-deref) line 8
// needs: symbolic
#include <stdio.h>
int main(void) {
  int table[10] = {0}, i = 0;
  if (scanf("%d", &i) != 1) return 0;
  return table[i]; // bad
}
