// The message is read to its end.
// expect: FALSE(valid-deref) line 7
#include <libintl.h>

int main(void) {
  char message[3] = {'a', 'b', 'c'};
  return gettext(message)[0];
}
