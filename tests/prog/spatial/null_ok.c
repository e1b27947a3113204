// The lookup's answer is tested first.
// expect: TRUE
#include <stddef.h>
struct Pair { int key, value; };
static struct Pair pairs[] = {{1, 10}, {2, 20}};
static struct Pair *lookup(int key) {
  for (int i = 0; i < 2; i++)
    if (pairs[i].key == key) return &pairs[i];
  return NULL;
}
int main(void) {
  struct Pair *found = lookup(3);
  return found ? found->value : 0;
}
