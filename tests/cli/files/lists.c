/* A list of lists, and a list with a head on the stack. */
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
  struct inner *next;
};
struct outer {
  struct outer *next;
  struct inner *list;
};
struct link {
  struct link *next, *prev;
};
typedef struct {
  int value;
  struct link link;
} Item;

static void free_all(struct outer *all) {
  while (all) {
    struct outer *o = all;
    all = o->next;
    while (o->list) {
      struct inner *i = o->list;
      o->list = i->next;
      free(i);
    }
    free(o);
  }
}

static void nested(void) {
  struct outer *all = NULL;
  while (__VERIFIER_nondet_int()) {
    struct outer *o = malloc(sizeof *o);
    o->list = NULL;
    o->next = all;
    all = o;
    while (__VERIFIER_nondet_int()) {
      struct inner *i = malloc(sizeof *i);
      i->next = o->list;
      o->list = i;
    }
  }
  free_all(all);
}

static void circular(void) {
  struct link head = {&head, &head};
  while (__VERIFIER_nondet_int()) {
    Item *item = malloc(sizeof *item);
    item->value = 5;
    item->link.next = head.next;
    item->link.prev = &head;
    head.next->prev = &item->link;
    head.next = &item->link;
  }
  struct link *at = head.next;
  while (at != &head) {
    struct link *next = at->next;
    free((char *)at - offsetof(Item, link));
    at = next;
  }
}

int main(void) {
  nested();
  circular();
  return 0;
}
