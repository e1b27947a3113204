// The tree's destructor frees a node before it visits its children.
// expect: FALSE(valid-deref) line 16
// property: valid-deref
#include <stdlib.h>
struct Tree { struct Tree *left, *right; };
static struct Tree *build(int depth) {
  if (depth == 0) return NULL;
  struct Tree *t = malloc(sizeof *t);
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}
static void destroy(struct Tree *t) {
  if (!t) return;
  free(t);
  destroy(t->left); // bad
  destroy(t->right);
}
int main(void) {
  destroy(build(3));
  return 0;
}
