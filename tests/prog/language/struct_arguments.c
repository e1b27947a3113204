// Structs by value, small and large, in and out, as each ABI passes them.
// expect: TRUE
#include "../require.h"
struct Tiny { char c; };
struct Pair { int a, b; };
struct Mixed { double d; int i; };
struct Large { int values[10]; };
static struct Tiny next(struct Tiny t) { return (struct Tiny){(char)(t.c + 1)}; }
static struct Pair swap(struct Pair p) { return (struct Pair){p.b, p.a}; }
static struct Mixed twice(struct Mixed m) { return (struct Mixed){m.d * 2, m.i * 2}; }
static struct Large shift(struct Large l, int by) {
  struct Large r = {{0}};
  for (int i = 0; i + by < 10; i++) r.values[i] = l.values[i + by];
  l.values[0] = -1;
  return r;
}
int main(void) {
  require(next((struct Tiny){'a'}).c == 'b');
  struct Pair p = swap((struct Pair){1, 2});
  require(p.a == 2 && p.b == 1);
  struct Mixed m = twice((struct Mixed){1.5, 4});
  require(m.d == 3.0 && m.i == 8);
  struct Large l = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
  require(shift(l, 3).values[2] == 5 && l.values[0] == 0);
  return 0;
}
