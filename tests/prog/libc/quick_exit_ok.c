// What was registered for a quick exit runs there.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
static void quick(void) {
  puts("quick");
  fflush(stdout);
}
int main(void) {
  at_quick_exit(quick);
  quick_exit(4);
}
