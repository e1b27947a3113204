// Reversing a list in place loses nothing.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Node { int value; struct Node *next; };
int main(void) {
  struct Node *list = NULL;
  for (int i = 0; i < 10; i++) {
    struct Node *n = malloc(sizeof *n);
    *n = (struct Node){i, list};
    list = n;
  }
  struct Node *reversed = NULL;
  while (list) {
    struct Node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  require(reversed->value == 0 && reversed->next->value == 1);
  while (reversed) {
    struct Node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
