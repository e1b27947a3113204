// What was not found is used.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char *found = strchr("abc", 'x');
  return *found; // bad
}
