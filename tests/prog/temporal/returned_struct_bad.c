// A pointer into a local struct does not follow its value to the caller.
// expect: FALSE(valid-deref) line 12
struct Buffer { int cells[4]; int *at; };
static struct Buffer make(void) {
  struct Buffer b;
  b.cells[0] = 1;
  b.at = b.cells;
  return b;
}
int main(void) {
  struct Buffer b = make();
  return *b.at; // bad
}
