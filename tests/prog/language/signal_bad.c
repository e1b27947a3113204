// A handler that is called through raise, and does wrong.
// expect: FALSE(valid-deref) line 6
#include <signal.h>
static int seen[4];
static void on_signal(int number) {
  seen[number] = 1; // bad
}
int main(void) {
  signal(SIGTERM, on_signal);
  raise(SIGTERM);
  return seen[0];
}
