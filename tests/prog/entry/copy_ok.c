// A pointer that was copied before it was looked at is the same in both places.
// expect: TRUE
// options: --entry twice
#include <string.h>
struct box { int *number; };
int twice(struct box *b) {
  struct box copy;
  memcpy(&copy, b, sizeof copy);
  if (!copy.number) return 0;
  return *b->number;
}
