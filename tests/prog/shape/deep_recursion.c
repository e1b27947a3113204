// A list of a hundred nodes, made and freed by recursion.
// expect: TRUE
// needs: shape
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
  if (!n) return;
  drop(n->next);
  free(n);
}
int main(void) {
  struct node *list = make(300);
  int n = count(list);
  drop(list);
  return n == 300 ? 0 : 1;
}
