#include <stdio.h>
#include <stdlib.h>

static int past(const int *array, int i) { return array[i]; }

int main(void) {
  int *array = calloc(4, sizeof *array), sum = 0;
  for (int i = 3; i < 6; i++) sum += past(array, i);
  free(array);
  for (int i = 0; i < 3; i++) array = malloc(10);
  array = NULL;
  printf("sum\n");
  return 0;
}
