// The tree's destructor forgets the right children.
// expect: FALSE(valid-memtrack) line 7
#include <stdlib.h>
struct Tree { struct Tree *left, *right; };
static struct Tree *build(int depth) {
  if (depth == 0) return NULL;
  struct Tree *t = malloc(sizeof *t); // bad
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}
static void destroy(struct Tree *t) {
  if (!t) return;
  destroy(t->left);
  free(t);
}
int main(void) {
  destroy(build(3));
  return 0;
}
