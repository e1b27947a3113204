// A doubly linked list with removal in the middle and at both ends.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Node { struct Node *next, *prev; int value; };
struct List { struct Node *first, *last; };
static struct Node *append(struct List *l, int value) {
  struct Node *n = malloc(sizeof *n);
  *n = (struct Node){NULL, l->last, value};
  if (l->last) l->last->next = n;
  else l->first = n;
  return l->last = n;
}
static void drop(struct List *l, struct Node *n) {
  if (n->prev) n->prev->next = n->next;
  else l->first = n->next;
  if (n->next) n->next->prev = n->prev;
  else l->last = n->prev;
  free(n);
}
int main(void) {
  struct List l = {0};
  struct Node *nodes[5];
  for (int i = 0; i < 5; i++) nodes[i] = append(&l, i);
  drop(&l, nodes[2]);
  drop(&l, nodes[0]);
  drop(&l, nodes[4]);
  require(l.first == nodes[1] && l.last == nodes[3] && nodes[1]->next == nodes[3]);
  while (l.first) drop(&l, l.first);
  require(!l.last);
  return 0;
}
