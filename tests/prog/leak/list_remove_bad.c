// Unlinking from a list without freeing.
// expect: FALSE(valid-memtrack) line 7
#include <stdlib.h>
struct Node { int value; struct Node *next; };
static struct Node *list;
static void add(int value) {
  struct Node *n = malloc(sizeof *n); // bad
  n->value = value;
  n->next = list;
  list = n;
}
static void drop(int value) {
  struct Node **link = &list;
  while (*link && (*link)->value != value) link = &(*link)->next;
  if (*link) *link = (*link)->next;
}
int main(void) {
  for (int i = 0; i < 4; i++) add(i);
  drop(2);
  return 0;
}
