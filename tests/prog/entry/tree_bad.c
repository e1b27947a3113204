// A bug three objects deep.
// expect: FALSE(valid-deref) line 9
// options: --entry f
struct tree { struct tree *left, *right; int key; };
int f(struct tree *t) {
  if (!t->left || t->key < 10) return 0;
  struct tree *l = t->left;
  if (l == t || !l->right || l->right == t || l->right == l) return 0;
  return l->right->key == 77 ? l->right->left->key : 1; // bad
}
