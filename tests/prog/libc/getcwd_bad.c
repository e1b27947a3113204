// The size given is not that of the array.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <unistd.h>
int main(void) {
  char path[4];
  return getcwd(path, 8) == NULL; // bad
}
