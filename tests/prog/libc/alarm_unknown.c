// The handler of an alarm may run at any time: nothing is proved.
// expect: UNKNOWN
// because: the program calls its handler between any two instructions
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int *shared;

static void on_alarm(int number) {
  (void)number;
  if (shared) *shared = 1;
}

int main(void) {
  shared = malloc(sizeof *shared);
  signal(SIGALRM, on_alarm);
  alarm(1);
  free(shared);
  shared = NULL;
  return 0;
}
