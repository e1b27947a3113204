/* Compiled without belay, <belay.h> asks nothing: answers are constants. */
// flags: -fbelay=off -UNDEBUG
#include "../../../include/belay.h"
#include <stdlib.h>

int main(void) {
  char *block = malloc(4), *same = belay_block_begin(block, 4);
  int good = belay_valid_read(block, 400) && belay_valid_write(NULL, 1) &&
             belay_freeable(block + 1) && belay_initialised(block, 4) &&
             !belay_block_start(block) && !belay_block_length(block) &&
             !belay_block_offset(block) && same == block;
  belay_poison(block, 4);
  belay_unpoison(block, 4);
  belay_block_end(block);
  free(block);
#ifdef __BELAY__
  return 1;
#endif
  return !good;
}
