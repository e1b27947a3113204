// The line grows on the heap and is freed.
// expect: TRUE
// needs: symbolic
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t capacity = 0;
  if (getchar() == EOF) {
    getline(&line, &capacity, stdin);
    free(line);
  }
  return 0;
}
