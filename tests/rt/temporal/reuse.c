/* A freed block's memory has a new owner; the old pointer reads and writes it. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *old = malloc(sizeof *old), *spare = malloc(sizeof *spare);
  *old = 1;
  *spare = 2;
  free(old);
  int *new = malloc(sizeof *new);
  *new = 7;
  if (bug != 1) old = spare;
  *old = 4; // error 1: use-after-free
  char *name = malloc(40);
  name[0] = 'n';
  char *alias = name;
  free(name);
  char *other = malloc(40);
  other[0] = 'o';
  if (bug != 2) alias = other;
  printf("%d %c\n", *new, alias[0]); // error 2: use-after-free
  free(other);
  free(new);
  free(spare);
  return 0;
}
