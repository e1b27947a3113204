// strtok writes into the string, here a literal.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char *line = "one two";
  return strtok(line, " ") == NULL; // bad
}
