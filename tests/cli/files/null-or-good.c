// A tree whose root is there without an argument.
#include <stdlib.h>
struct Tree { struct Tree *left, *right; int value; };

static struct Tree *grow(int depth) {
  struct Tree *t;
  if (depth == 0) return 0;
  t = malloc(sizeof *t);
  t->value = depth;
  t->left = grow(depth - 1);
  t->right = grow(depth - 1);
  return t;
}

static int first(const struct Tree *t) { return t->value + (t->left ? t->left->value : 0); }

int main(int argc, char **argv) {
  struct Tree *tree = argc > 1 ? 0 : grow(3);
  return first(tree) != 5;
}
