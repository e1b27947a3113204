// The size given is not that of the array.
// expect: FALSE(valid-deref) line 7
#include <time.h>
int main(void) {
  time_t start = 0;
  char text[8];
  strftime(text, 16, "%Y-%m-%d", gmtime(&start)); // bad
  return text[0];
}
