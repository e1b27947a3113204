// The embedded link is freed instead of the item around it.
// expect: FALSE(valid-free) line 23
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next, *prev; };
struct item { int value; struct link link; };
#define item_of(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))
int main(void) {
  struct link head = {&head, &head};
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->value = 5;
    i->link.next = head.next;
    i->link.prev = &head;
    head.next->prev = &i->link;
    head.next = &i->link;
  }
  struct link *at = head.next;
  while (at != &head) {
    struct link *next = at->next;
    free(at);
    at = next;
  }
  return 0;
}
