// A sorted singly linked list through a pointer to the link, built and freed.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Node { int value; struct Node *next; };
static void insert(struct Node **link, int value) {
  while (*link && (*link)->value < value) link = &(*link)->next;
  struct Node *n = malloc(sizeof *n);
  n->value = value;
  n->next = *link;
  *link = n;
}
int main(void) {
  static const int values[] = {5, 1, 4, 2, 3};
  struct Node *list = NULL;
  for (int i = 0; i < 5; i++) insert(&list, values[i]);
  int expected = 1;
  while (list) {
    struct Node *gone = list;
    require(gone->value == expected++);
    list = gone->next;
    free(gone);
  }
  return 0;
}
