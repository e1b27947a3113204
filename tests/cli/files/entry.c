#include <stdlib.h>

struct node { int value; struct node *next; };

int second(struct node *list) { return list->next->value; }

void drop(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
