// What the function returns or hangs into what it was given is no leak.
// expect: TRUE
// options: --entry push
#include <stdlib.h>
struct node { struct node *next; int *value; };
struct node *push(struct node *list) {
  struct node *n = malloc(sizeof *n);
  n->next = list;
  n->value = malloc(sizeof *n->value);
  *n->value = 1;
  if (list->next) list->value = malloc(4);
  return n;
}
