// Children see their parent before it is complete; they only keep its address.
// expect: TRUE
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
struct Tree { struct Tree *left, *right, *up; int depth; };

static struct Tree *make(int depth, struct Tree *up) {
  if (depth == 0) return NULL;
  struct Tree *t = malloc(sizeof *t);
  if (!t) exit(1);
  t->depth = depth;
  struct Tree *left = make(depth - 1, t), *right = make(depth - 2 > 0 ? depth - 2 : 0, t);
  t->left = left;
  t->right = right;
  t->up = up;
  return t;
}

static int sum(const struct Tree *t) {
  if (!t) return 0;
  int above = t->up ? t->up->depth : 0;
  return above + sum(t->left) + sum(t->right);
}

int main(void) { return sum(make(5, NULL)) != 0; }
