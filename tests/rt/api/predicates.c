/* <belay.h>: what it says about pointers. */
#include <assert.h>
#include <belay.h>
#include <stdlib.h>

static int table[4];
static const int limit = 3;

int main(void) {
  int *p = malloc(40), local;
  assert(belay_valid_read(p, 40) && belay_valid_write(p + 9, 4));
  assert(!belay_valid_read(p, 41) && !belay_valid_write(p + 10, 1));
  assert(!belay_valid_read(p - 1, 4));
  assert(belay_block_start(p + 3) == p && belay_block_length(p + 3) == 40);
  assert(belay_block_offset(p + 3) == 12);
  assert(belay_freeable(p) && !belay_freeable(p + 1) && !belay_freeable(&local));
  assert(belay_freeable(NULL) && !belay_freeable(table));
  assert(belay_valid_write(&local, sizeof local) && belay_block_length(&table[1]) == 16);
  free(p);
  assert(!belay_valid_read(p, 1) && !belay_freeable(p) && belay_block_length(p) == 0);
  assert(belay_valid_read("text", 5) && !belay_valid_read("text", 6));
  assert(!belay_valid_write("text", 1) && !belay_valid_write(&limit, 4));
  assert(belay_valid_read(&limit, 4) && belay_valid_write(table, 16));
  int *q = malloc(40);
  assert(!belay_valid_read(p, 1) && belay_valid_read(q, 1));
  free(q);
  return 0;
}
