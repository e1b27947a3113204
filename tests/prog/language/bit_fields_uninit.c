// Setting one bit-field of an uninitialised struct reads its neighbours' bits; no error.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct State { unsigned open : 1, dirty : 1, level : 6; };
int main(void) {
  struct State s;
  s.open = 1;
  s.level = 33;
  require(s.open == 1 && s.level == 33);
  struct State *heap = malloc(sizeof *heap);
  heap->dirty = 0;
  heap->level = 5;
  heap->open = 1;
  require(!heap->dirty && heap->level == 5 && heap->open);
  free(heap);
  return 0;
}
