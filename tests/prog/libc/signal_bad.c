// A handler with a bug, raised.
// expect: FALSE(valid-deref) line 6
#include <signal.h>
static int *place;
static void handle(int number) {
  *place = number; // bad
}
int main(void) {
  signal(SIGUSR1, handle);
  return raise(SIGUSR1);
}
