// The comparison takes elements for pointers.
// expect: FALSE(valid-deref) line 5
#include <stdlib.h>
static int compare(const void *a, const void *b) {
  return **(char *const *)a - **(char *const *)b; // bad
}
int main(void) {
  char *names[3] = {"b", NULL, "a"};
  qsort(names, 3, sizeof *names, compare);
  return names[0][0];
}
