// calloc makes the pointer field null.
// expect: TRUE
#include <stdlib.h>
struct Node { int value; struct Node *next; };
int main(void) {
  struct Node *n = calloc(1, sizeof *n);
  n->value = 1;
  if (n->next) n->next->value = 2;
  free(n);
  return 0;
}
