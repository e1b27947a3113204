// A child looks into its parent before that is complete.
// expect: UNKNOWN
// because: points proves what is safe and finds nothing; this must stay open
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
struct Tree { struct Tree *left, *right, *up; int depth; };

static struct Tree *make(int depth, struct Tree *up) {
  if (depth == 0) return NULL;
  struct Tree *t = malloc(sizeof *t);
  if (!t) exit(1);
  t->depth = depth;
  if (up && up->right) t->depth = up->right->depth;
  t->up = up;
  struct Tree *left = make(depth - 1, t);
  t->left = left;
  t->right = left;
  return t;
}

int main(void) { return make(3, NULL)->depth; }
