// Objects that point to themselves and to each other.
// expect: TRUE
#include "../require.h"
struct Ring { struct Ring *next, *prev; int value; };
static struct Ring head = {&head, &head, 0};
static void *self = &self;
static void insert(struct Ring *r) {
  r->next = head.next;
  r->prev = &head;
  head.next->prev = r;
  head.next = r;
}
int main(void) {
  struct Ring a = {0, 0, 1}, b = {0, 0, 2};
  insert(&a);
  insert(&b);
  require(head.prev == &a && head.next->next->value == 1 && a.next == &head);
  require(*(void **)self == &self);
  return 0;
}
