// abort() with live blocks loses none.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  int *table = malloc(4);
  *table = 3;
  if (*table == 3) abort();
  free(table);
  return 0;
}
