// Struct assignment between parts of one array.
// expect: TRUE
#include "../require.h"
struct Row { int cells[6]; };
int main(void) {
  struct Row rows[4] = {{{1}}, {{2}}, {{3}}, {{4}}};
  for (int i = 3; i > 0; i--) rows[i] = rows[i - 1];
  struct Row swap = rows[0];
  rows[0] = rows[3];
  rows[3] = swap;
  require(rows[0].cells[0] == 3 && rows[3].cells[0] == 1 && rows[2].cells[0] == 2);
  return 0;
}
