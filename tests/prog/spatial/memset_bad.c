// sizeof a pointer is not sizeof what it points to: too much is cleared.
// expect: FALSE(valid-deref) line 5
#include <string.h>
static void clear(char *buffer) {
  memset(buffer, 0, 2 * sizeof buffer); // bad
}
int main(void) {
  char buffer[4];
  clear(buffer);
  return buffer[0];
}
