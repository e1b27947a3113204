// expect: FALSE(valid-memtrack)
// options: --entry push
#include <stdlib.h>
struct node { struct node *next; };
void push(struct node *list) {
  struct node *n = malloc(sizeof *n);
  n->next = list;
}
