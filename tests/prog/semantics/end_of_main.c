// The locals of main end with main: what only they pointed to is lost.
// expect: FALSE(valid-memtrack) line 6
#include <stdlib.h>
int main(void) {
  struct { char *text; } holder;
  holder.text = malloc(3); // bad
  holder.text[0] = 0;
  return 0;
}
