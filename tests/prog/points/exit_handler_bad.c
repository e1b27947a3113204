// A handler runs at exit and sees a block that is not complete.
// expect: UNKNOWN
// because: points proves what is safe and finds nothing; this must stay open
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
struct Item { struct Item *next; int *value; };
static struct Item *all;
static int number;

static void sum_up(void) {
  for (struct Item *i = all; i; i = i->next) number += *i->value;
}

int main(int argc, char **argv) {
  atexit(sum_up);
  for (int i = 0; i < 3; i++) {
    struct Item *item = malloc(sizeof *item);
    if (!item) exit(1);
    item->next = all;
    all = item;
    if (argc > i + 1) exit(0);
    item->value = &number;
  }
  return 0;
}
