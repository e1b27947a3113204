// The freed block is still in the cache.
// expect: FALSE(valid-deref) line 15
#include <stdlib.h>
static int *cache[4];
static int *get(int slot) {
  if (!cache[slot]) {
    cache[slot] = malloc(sizeof(int));
    *cache[slot] = slot;
  }
  return cache[slot];
}
int main(void) {
  int *mine = get(2);
  free(mine);
  return *get(2); // bad
}
