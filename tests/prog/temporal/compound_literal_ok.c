// Within its block, a compound literal is like any variable.
// expect: TRUE
struct Pair { int left, right; };
static int sum(const struct Pair *p) { return p->left + p->right; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    struct Pair *p = &(struct Pair){i, 2 * i};
    p->left++;
    total += sum(p) + sum(&(struct Pair){.right = i});
  }
  return total;
}
