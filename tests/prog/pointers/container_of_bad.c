// A member alone has no container.
// expect: FALSE(valid-deref) line 8
#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
struct Link { struct Link *next; };
struct Item { int id; struct Link link; };
static int id_of(struct Link *l) {
  return container_of(l, struct Item, link)->id; // bad
}
int main(void) {
  struct Item item = {7, {0}};
  struct Link alone = {&item.link};
  return id_of(alone.next) - 7 + id_of(&alone);
}
