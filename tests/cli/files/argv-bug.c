#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3) return 0;
  char *copy = malloc(4);
  int n = 0;
  for (char *at = argv[2]; *at; at++)
    if (*at != '-') copy[n++] = *at;
  free(copy);
  return n;
}
