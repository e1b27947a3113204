#include <stdlib.h>

int main(void) {
  char *lost = malloc(3);
  lost = NULL;
  return lost != NULL;
}
