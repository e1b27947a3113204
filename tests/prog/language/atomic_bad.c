// An atomic operation on a freed counter.
// expect: FALSE(valid-deref) line 9
#include <stdatomic.h>
#include <stdlib.h>
int main(void) {
  atomic_int *references = malloc(sizeof *references);
  atomic_init(references, 1);
  if (atomic_fetch_sub(references, 1) == 1) free(references);
  return atomic_fetch_sub(references, 1) == 1; // bad
}
