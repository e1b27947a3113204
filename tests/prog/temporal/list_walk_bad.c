// A list is freed by a walk that reads the next pointer too late.
// expect: FALSE(valid-deref) line 13
// property: valid-deref
#include <stdlib.h>
struct Node { struct Node *next; };
int main(void) {
  struct Node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct Node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  for (struct Node *n = head; n; n = n->next) // bad
    free(n);
  return 0;
}
