// A list may be a ring: the second node is the first one, which is gone.
// expect: FALSE(valid-deref) line 8
// options: --entry drop
#include <stdlib.h>
struct node { struct node *next; };
void drop(struct node *list) {
  for (int i = 0; list && i < 2; i++) {
    struct node *next = list->next; // bad
    free(list);
    list = next;
  }
}
