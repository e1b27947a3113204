// A compound literal in a block lives as long as the block.
// expect: FALSE(valid-deref) line 11
// At the end of the loop that makes it.
struct Point { int x, y; };
int main(void) {
  struct Point *p = 0;
  for (int i = 0; i < 1; i++) {
    p = &(struct Point){i, i + 1};
    p->x++;
  }
  return p->x; // bad
}
