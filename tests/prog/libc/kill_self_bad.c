// A signal that the program sends to itself runs its handler.
// expect: FALSE(valid-deref) line 11
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int *shared;

static void on_signal(int number) {
  (void)number;
  *shared = 1;
}

int main(void) {
  shared = malloc(sizeof *shared);
  signal(SIGUSR1, on_signal);
  free(shared);
  kill(getpid(), SIGUSR1);
  return 0;
}
