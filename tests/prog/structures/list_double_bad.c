// Removal forgets the back pointer, and the list is walked backwards.
// expect: FALSE(valid-deref) line 18
#include <stdlib.h>
struct Node { struct Node *next, *prev; int value; };
int main(void) {
  struct Node *nodes[3];
  for (int i = 0; i < 3; i++) {
    nodes[i] = calloc(1, sizeof *nodes[i]);
    if (i > 0) {
      nodes[i]->prev = nodes[i - 1];
      nodes[i - 1]->next = nodes[i];
    }
  }
  nodes[0]->next = nodes[2];
  free(nodes[1]);
  int sum = 0;
  for (struct Node *n = nodes[2]; n; n = n->prev)
    sum += n->value; // bad
  free(nodes[0]);
  free(nodes[2]);
  return sum;
}
