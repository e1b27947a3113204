// A char array initialised from a literal can.
// expect: TRUE
#include "../require.h"
static void upper(char *s) {
  for (; *s; s++)
    if (*s >= 'a' && *s <= 'z') *s = (char)(*s - 'a' + 'A');
}
int main(void) {
  char word[] = "shout";
  upper(word);
  require(word[0] == 'S' && word[4] == 'T');
  return 0;
}
