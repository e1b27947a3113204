// The target was never made a string.
// expect: FALSE(valid-deref) line 9
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *text = malloc(4);
  if (!text) return 0;
  memset(text, 1, 4);
  strcat(text, ""); // bad
  free(text);
  return 0;
}
