// Elements moved inside an array by hand, towards both ends.
// expect: TRUE
#include "../require.h"
static int items[6] = {1, 2, 3, 4};
static int count = 4;
static void insert(int at, int item) {
  for (int i = count++; i > at; i--) items[i] = items[i - 1];
  items[at] = item;
}
static void drop(int at) {
  for (int i = at; i < count - 1; i++) items[i] = items[i + 1];
  count--;
}
int main(void) {
  insert(0, 9);
  insert(5, 8);
  require(count == 6 && items[0] == 9 && items[5] == 8 && items[4] == 4);
  drop(0);
  drop(4);
  require(count == 4 && items[0] == 1 && items[3] == 4);
  return 0;
}
