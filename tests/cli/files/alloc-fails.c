#include <stdlib.h>

int main(void) {
  char *text = malloc(2);
  text[0] = 0;
  free(text);
  return 0;
}
