// expect: TRUE
// options: --entry drop --distinct-pointers
#include <stdlib.h>
struct node { struct node *next; };
void drop(struct node *list) {
  for (int i = 0; list && i < 2; i++) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
