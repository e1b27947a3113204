// Freeing the head loses the tail.
// expect: FALSE(valid-memtrack) line 6
#include <stdlib.h>
struct Node { struct Node *next; };
static struct Node *push(struct Node *list) {
  struct Node *n = malloc(sizeof *n); // bad
  n->next = list;
  return n;
}
int main(void) {
  struct Node *list = push(push(push(NULL)));
  free(list);
  return 0;
}
