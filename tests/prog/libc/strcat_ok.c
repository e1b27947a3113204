// Appending to a string.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[12] = "one";
  strcat(text, "two");
  strncat(text, "threefour", 5);
  puts(text);
  return (int)strlen(text);
}
