// Reversing without keeping the next pointer loses the rest.
// expect: FALSE(valid-memtrack) line 8
#include <stdlib.h>
struct Node { int value; struct Node *next; };
int main(void) {
  struct Node *list = NULL;
  for (int i = 0; i < 4; i++) {
    struct Node *n = malloc(sizeof *n); // bad
    *n = (struct Node){i, list};
    list = n;
  }
  struct Node *reversed = NULL;
  while (list) {
    list->next = reversed;
    reversed = list;
    list = list->next;
  }
  while (reversed) {
    struct Node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
