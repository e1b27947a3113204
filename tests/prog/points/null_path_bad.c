// Where the pointer is not returned the block is known all the same, incomplete.
// expect: UNKNOWN
// because: points proves what is safe and finds nothing; this must stay open
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
struct Item { int *value; int kind; };
static struct Item *kept;
static int number;

static struct Item *make(int kind) {
  struct Item *item = malloc(sizeof *item);
  if (!item) exit(1);
  item->kind = kind;
  kept = item;
  if (kind > 1) return NULL;
  item->value = &number;
  return item;
}

int main(void) {
  for (int i = 0; i < 3; i++) make(i);
  return *kept->value;
}
