// The sum of both strings has no room.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char text[8] = "1234";
  strcat(text, "5678"); // bad
  return text[0];
}
