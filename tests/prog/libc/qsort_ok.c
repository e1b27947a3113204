// Sorting is stable; a sorted array is searched.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
struct item {
  int key, number;
};
static int by_key(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}
int main(void) {
  struct item items[40];
  for (int i = 0; i < 40; i++) items[i] = (struct item){i * 7 % 10, i};
  qsort(items, 40, sizeof *items, by_key);
  for (int i = 0; i < 40; i++) printf("%d.%d ", items[i].key, items[i].number);
  struct item wanted = {3, 0}, missing = {99, 0};
  struct item *found = bsearch(&wanted, items, 40, sizeof *items, by_key);
  printf("\n%d %d\n", found->key, bsearch(&missing, items, 40, sizeof *items, by_key) == NULL);
  return 0;
}
