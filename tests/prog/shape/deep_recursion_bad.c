// As deep_recursion.c, but the last node stays.
// expect: FALSE(valid-memtrack) line 7
#include <stdlib.h>
struct node { struct node *next; int depth; };
static struct node *make(int depth) {
  if (depth == 0) return NULL;
  struct node *n = malloc(sizeof *n);
  n->depth = depth;
  n->next = make(depth - 1);
  return n;
}
static int count(const struct node *n) { return n ? 1 + count(n->next) : 0; }
static void drop(struct node *n) {
  if (!n || n->depth == 1) return;
  drop(n->next);
  free(n);
}
int main(void) {
  struct node *list = make(300);
  int n = count(list);
  drop(list);
  return n == 300 ? 0 : 1;
}
