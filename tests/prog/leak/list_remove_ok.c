// Unlinking and freeing; the rest stays reachable from the global.
// expect: TRUE
#include <stdlib.h>
struct Node { int value; struct Node *next; };
static struct Node *list;
static void add(int value) {
  struct Node *n = malloc(sizeof *n);
  n->value = value;
  n->next = list;
  list = n;
}
static void drop(int value) {
  struct Node **link = &list;
  while (*link && (*link)->value != value) link = &(*link)->next;
  if (*link) {
    struct Node *gone = *link;
    *link = gone->next;
    free(gone);
  }
}
int main(void) {
  for (int i = 0; i < 4; i++) add(i);
  drop(2);
  drop(7);
  return 0;
}
