// An object is a whole variable, heap block or string literal: all of it may be accessed
// through a pointer to any part of it.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Record { char tag[4]; int values[2][3]; };
static struct Record record;
int main(void) {
  char *bytes = record.tag;
  for (unsigned i = 0; i < sizeof record; i++) bytes[i] = 1;
  require(record.values[1][2] == 0x01010101);
  struct Record *block = malloc(2 * sizeof *block);
  int *last = &block[1].values[1][2];
  last[-11] = 5;
  require(block[0].values[0][1] == 5);
  free(block);
  const char *middle = &"string"[3];
  require(middle[-3] == 's' && middle[3] == 0);
  return 0;
}
