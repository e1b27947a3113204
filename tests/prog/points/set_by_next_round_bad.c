// A loop completes the block of the round before; the last one is never complete.
// expect: UNKNOWN
// because: points proves what is safe and finds nothing; this must stay open
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
struct Item { struct Item *next; int value; };

int main(void) {
  struct Item *first = NULL, *last = NULL;
  for (int i = 0; i < 3; i++) {
    struct Item *item = malloc(sizeof *item);
    if (!item) return 1;
    item->value = i;
    if (last) last->next = item;
    if (!first) first = item;
    last = item;
  }
  int sum = 0;
  for (int i = 0; i < 4; i++, first = first->next) sum += first->value;
  return sum;
}
