// A ring is opened and freed.
// expect: TRUE
#include <stdlib.h>
struct Node { struct Node *next; };
int main(void) {
  struct Node *last = malloc(sizeof *last);
  last->next = last;
  for (int i = 0; i < 3; i++) {
    struct Node *n = malloc(sizeof *n);
    n->next = last->next;
    last->next = n;
  }
  struct Node *n = last->next;
  last->next = NULL;
  while (n) {
    struct Node *next = n->next;
    free(n);
    n = next;
  }
  return 0;
}
