// Trimming stops at the start.
// expect: TRUE
#include "../require.h"
static void trim(char *s) {
  char *end = s;
  while (*end) end++;
  while (end > s && end[-1] == ' ') end--;
  *end = 0;
}
int main(void) {
  char text[] = "   ", word[] = "ab ";
  trim(text);
  trim(word);
  require(text[0] == 0 && word[1] == 'b' && word[2] == 0);
  return 0;
}
