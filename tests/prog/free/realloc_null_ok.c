// realloc of null allocates.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  char *text = NULL;
  text = realloc(text, 8);
  text[7] = 0;
  free(text);
  return 0;
}
