// Somebody else's function reads what the maker sets afterwards.
// expect: UNKNOWN
// because: points proves what is safe and finds nothing; this must stay open
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
struct Item { struct Item *next; int *value; };
static struct Item *first;
static int zero;

static int total(void) {
  int sum = 0;
  for (struct Item *i = first; i; i = i->next) sum += *i->value;
  return sum;
}

static struct Item *new_item(void) {
  struct Item *item = malloc(sizeof *item);
  if (!item) exit(1);
  item->next = first;
  return item;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    struct Item *item = new_item();
    first = item;
    zero = total();
    item->value = &zero;
  }
  return total();
}
