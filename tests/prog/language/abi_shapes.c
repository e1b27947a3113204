// Structs of every awkward size and kind by value, in and out, mixed with scalars.
// expect: TRUE
#include "../require.h"
struct C3 { char c[3]; };
struct C5 { char c[5]; };
struct F2 { float x, y; };
struct F3 { float x, y, z; };
struct D2 { double x, y; };
struct LD { long double x; };
struct FI { float f; int i; };
struct P { void *p; short s; };
struct Bits { unsigned a : 3, b : 11; };
struct Empty {};
union U { int i; double d; char c[9]; };
static struct C3 c3(int k, struct C3 s) { s.c[2] += (char)k; return s; }
static struct C5 c5(struct C5 s, double d) { s.c[4] = (char)d; return s; }
static struct F2 f2(struct F2 s, float k) { s.y *= k; return s; }
static struct F3 f3(struct F3 s, struct F2 t) { s.z += t.x + t.y; return s; }
static struct D2 d2(int a, struct D2 s, int b) { s.x += a; s.y += b; return s; }
static struct LD ld(struct LD s, struct FI t) { s.x += t.f + t.i; return s; }
static struct FI fi(struct FI s) { s.i = (int)s.f; return s; }
static struct P p(struct P s) { s.s++; return s; }
static struct Bits bits(struct Bits s) { s.b += s.a; return s; }
static union U u(union U s, struct Empty e) { s.c[8] = 7; (void)e; return s; }
int main(void) {
  require(c3(2, (struct C3){{1, 2, 3}}).c[2] == 5);
  require(c5((struct C5){{1, 2, 3, 4, 5}}, 9.5).c[4] == 9);
  require(f2((struct F2){1, 2}, 4).y == 8);
  require(f3((struct F3){1, 2, 3}, (struct F2){10, 20}).z == 33);
  struct D2 d = d2(1, (struct D2){0.5, 0.25}, 2);
  require(d.x == 1.5 && d.y == 2.25);
  require(ld((struct LD){1}, (struct FI){0.5f, 3}).x == 4.5L);
  require(fi((struct FI){6.9f, 0}).i == 6);
  require(p((struct P){&d, 4}).s == 5 && p((struct P){&d, 4}).p == &d);
  require(bits((struct Bits){5, 100}).b == 105);
  union U v = u((union U){.i = 77}, (struct Empty){});
  require(v.i == 77 && v.c[8] == 7);
  return 0;
}
