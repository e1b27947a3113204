// The cleanup attribute frees at the end of the scope, on every way out.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
static int freed;
static void release(char **p) {
  free(*p);
  freed++;
}
static int work(int n) {
  __attribute__((cleanup(release))) char *buffer = malloc(8);
  if (n > 1) return n;
  buffer[n] = 1;
  return buffer[n];
}
int main(void) {
  require(work(1) == 1 && work(5) == 5 && freed == 2);
  return 0;
}
