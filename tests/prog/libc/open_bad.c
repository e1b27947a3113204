// The path has no terminator.
// expect: FALSE(valid-deref) line 6
#include <fcntl.h>
int main(void) {
  char path[2] = {'a', 'b'};
  return open(path, O_RDONLY) < 0; // bad
}
