// At file scope it lives for ever, in a function's block as long as that.
// expect: TRUE
#include "../require.h"
struct Point { int x, y; };
static struct Point *origin = &(struct Point){3, 4};
static int area(const struct Point *p) { return p->x * p->y; }
int main(void) {
  struct Point *p = &(struct Point){.y = 6, .x = 5};
  require(area(p) == 30);
  require(area(&(struct Point){2, 2}) == 4);
  require(area(origin) == 12);
  return 0;
}
