/* realloc ends the old block, whether it moves or not. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *table = malloc(4 * sizeof *table);
  for (int i = 0; i < 4; i++) table[i] = i;
  int *third = &table[3];
  int *block = malloc(16); /* in the way */
  table = realloc(table, 400 * sizeof *table);
  int *again = malloc(4 * sizeof *again); /* where the table was */
  again[3] = 100;
  if (bug != 1) third = &table[3];
  *third += 1; // error 1: use-after-free
  char *text = malloc(64);
  char *start = text;
  text = realloc(text, 60); /* fits where it is */
  text[0] = 'a';
  if (bug != 2) start = text;
  start[0]++; // error 2: use-after-free
  printf("%d %d %c\n", table[3], again[3], text[0]);
  free(text);
  free(again);
  free(block);
  free(table);
  return 0;
}
