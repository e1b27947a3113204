// It can be passed on, compared and freed.
// expect: TRUE
// options: --entry take
#include <stdlib.h>
struct item { void *data; };
static void *kept;
void take(struct item *i) {
  if (!i->data) return;
  kept = i->data;
  free(i->data);
}
