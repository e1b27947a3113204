// A pointer handed down a recursion is fine, one handed up is not.
// expect: FALSE(valid-deref) line 11
static const int *deepest(int depth, const int *above) {
  int here = depth + *above;
  const int *mine = &here;
  if (depth == 0) return mine;
  return deepest(depth - 1, mine);
}
int main(void) {
  int start = 1;
  return *deepest(3, &start); // bad
}
