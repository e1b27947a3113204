// A lookup that found nothing is used all the same.
// expect: FALSE(valid-deref) line 12
#include <stddef.h>
struct Pair { int key, value; };
static struct Pair pairs[] = {{1, 10}, {2, 20}};
static struct Pair *lookup(int key) {
  for (int i = 0; i < 2; i++)
    if (pairs[i].key == key) return &pairs[i];
  return NULL;
}
int main(void) {
  return lookup(3)->value; // bad
}
