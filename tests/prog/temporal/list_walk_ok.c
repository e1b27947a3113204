// The next pointer is read first.
// expect: TRUE
#include <stdlib.h>
struct Node { struct Node *next; };
int main(void) {
  struct Node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct Node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  while (head) {
    struct Node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
