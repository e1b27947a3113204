// The size of the array cannot wrap around.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct entry { unsigned key, value, next, flags; };
int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count == 0 || count > 1000) return 0;
  unsigned bytes = count * sizeof(struct entry);
  struct entry *table = malloc(bytes);
  if (!table) return 1;
  table[0].flags = 1;
  free(table);
  return 0;
}
