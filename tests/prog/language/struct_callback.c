// Structs by value through a function pointer, with floats and pointers in them.
// expect: TRUE
#include "../require.h"
struct Point { float x, y; };
struct Named { const char *name; float weight; };
typedef struct Point Move(struct Point, struct Named);
static struct Point right(struct Point p, struct Named n) {
  p.x += n.weight;
  require(n.name[0] == 'r');
  return p;
}
static struct Point up(struct Point p, struct Named n) {
  p.y += n.weight;
  require(n.name[0] == 'u');
  return p;
}
int main(void) {
  Move *moves[] = {right, up};
  struct Named names[] = {{"right", 2.5f}, {"up", 0.5f}};
  struct Point p = {0, 0};
  for (int i = 0; i < 2; i++) p = moves[i](p, names[i]);
  require(p.x == 2.5f && p.y == 0.5f);
  return 0;
}
