#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = malloc(2);
  int c, n = 0;
  while ((c = getchar()) != EOF && c != '\n') line[n++] = (char)c;
  free(line);
  return n;
}
