/* The length of a string that does not end is compared and the answer dropped. */
#include <string.h>

int main(void) {
#ifdef FIXED
  char text[5] = "four";
#else
  char text[4] = {'f', 'o', 'u', 'r'};
#endif
  int same = strlen(text) == 4; // error 1: read-past
  (void)same;
  return 0;
}
