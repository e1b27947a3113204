// realloc takes heap blocks only.
// expect: FALSE(valid-free) line 7
#include <stdlib.h>
int main(void) {
  char first[4] = "abc";
  char *text = first;
  text = realloc(text, 8); // bad
  free(text);
  return 0;
}
