// The haystack has no terminator.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  return strstr(text, "cd") == NULL; // bad
}
