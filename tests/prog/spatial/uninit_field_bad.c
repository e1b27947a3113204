// The pointer field of a fresh heap block holds nothing yet.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
struct Node { int value; struct Node *next; };
int main(void) {
  struct Node *n = malloc(sizeof *n);
  n->value = 1;
  n->next->value = 2; // bad
  free(n);
  return 0;
}
