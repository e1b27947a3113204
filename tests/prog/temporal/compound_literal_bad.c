// A compound literal in a block lives as long as the block.
// expect: FALSE(valid-deref) line 11
// known-fail: clang's code does not say where the life of a compound literal ends
struct Point { int x, y; };
int main(void) {
  struct Point *p = 0;
  for (int i = 0; i < 1; i++) {
    p = &(struct Point){i, i + 1};
    p->x++;
  }
  return p->x; // bad
}
