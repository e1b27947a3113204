// A binary search tree: insert, look up, free by recursion.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Tree { int key; struct Tree *left, *right; };
static struct Tree *insert(struct Tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    *t = (struct Tree){key, NULL, NULL};
  } else if (key < t->key)
    t->left = insert(t->left, key);
  else if (key > t->key)
    t->right = insert(t->right, key);
  return t;
}
static int depth(const struct Tree *t) {
  if (!t) return 0;
  int left = depth(t->left), right = depth(t->right);
  return 1 + (left > right ? left : right);
}
static void destroy(struct Tree *t) {
  if (!t) return;
  destroy(t->left);
  destroy(t->right);
  free(t);
}
int main(void) {
  static const int keys[] = {50, 20, 70, 10, 30, 60, 80, 20, 25};
  struct Tree *root = NULL;
  for (int i = 0; i < 9; i++) root = insert(root, keys[i]);
  require(depth(root) == 4 && root->left->right->left->key == 25);
  destroy(root);
  return 0;
}
