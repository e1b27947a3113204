/* Lengths that do not fit: memcpy and its kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char *from = malloc(20), *to = malloc(20);
  memset(from, 'a', bug == 1 ? 21 : 20); // error 1: write-past
  size_t n = bug == 2 ? 24 : 20;
  memcpy(to, from, n); // error 2: read-past
  memmove(to + (bug == 3 ? 5 : 4), from, 16); // error 3: write-past
  memcpy(to + (bug == 4 ? 4 : 10), to, 10); // error 4: overlap
  char *x = memchr(from, 'x', bug == 5 ? 30 : 20); // error 5: read-past
  int order = memcmp(from, to, bug == 6 ? 21 : 5); // error 6: read-past
  printf("%d %d %c\n", x != NULL, order, to[1]);
  free(from);
  free(to);
  return 0;
}
