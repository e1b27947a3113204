// strtok goes on in a string whose life is over.
// expect: FALSE(valid-deref) line 10
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = strdup("one two three");
  if (!line) return 0;
  strtok(line, " ");
  free(line);
  return strtok(NULL, " ") == NULL; // bad
}
