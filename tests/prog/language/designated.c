// Designated initialisers; what is not named is zero.
// expect: TRUE
#include "../require.h"
struct Item { int id; const char *name; struct { short x, y; } at; };
static struct Item items[6] = {[4] = {.name = "four", .at.y = 4}, [1] = {.id = 1}, {.id = 2}};
int main(void) {
  int squares[8] = {[2] = 4, 9, [7] = 49};
  require(squares[3] == 9 && squares[4] == 0 && squares[7] == 49);
  require(items[4].at.y == 4 && items[4].at.x == 0 && items[4].name[3] == 'r');
  require(items[1].id == 1 && items[2].id == 2 && items[0].name == 0);
  struct Item local = {.at = {.x = 3}};
  require(local.at.x == 3 && local.id == 0 && !local.name);
  return 0;
}
