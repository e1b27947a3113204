// The cache forgets what is freed.
// expect: TRUE
#include <stdlib.h>
static int *cache[4];
static int *get(int slot) {
  if (!cache[slot]) {
    cache[slot] = malloc(sizeof(int));
    *cache[slot] = slot;
  }
  return cache[slot];
}
static void drop(int slot) {
  free(cache[slot]);
  cache[slot] = NULL;
}
int main(void) {
  *get(2) = 5;
  drop(2);
  int value = *get(2);
  drop(2);
  return value - 2;
}
