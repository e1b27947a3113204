// Locals that live in memory are set before they are read, in each call anew.
// expect: TRUE
// property: valid-deref
// options: --engines points
struct Box { int *what; };
static int number, other;

static int walk(int depth) {
  struct Box boxes[2], *chosen;
  boxes[0].what = &other;
  boxes[1].what = &number;
  int below = depth > 0 ? walk(depth - 1) : 0;
  chosen = &boxes[below & 1];
  return below + *chosen->what + *boxes[0].what;
}

int main(void) { return walk(4); }
