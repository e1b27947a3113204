/* memcpy and memmove copy pointers without their types being seen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int tag;
  int *left, *right;
};

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct pair from = {1, malloc(sizeof(int)), malloc(sizeof(int))}, to;
  *from.left = 1;
  *from.right = 2;
  memcpy(&to, &from, sizeof to);
  free(from.left);
  from.left = malloc(sizeof(int));
  *from.left = 3;
  if (bug != 1) to.left = from.left;
  int sum = *to.left; // error 1: use-after-free
  struct pair row[3] = {from, to, to};
  memmove(&row[1], &row[0], 2 * sizeof row[0]);
  free(from.right);
  from.right = malloc(sizeof(int));
  *from.right = 4;
  if (bug != 2) row[2].right = from.right;
  sum += *row[2].right; // error 2: use-after-free
  printf("%d\n", sum);
  free(from.left);
  free(from.right);
  return 0;
}
