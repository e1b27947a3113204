// A handler is kept, and run when the program raises the signal.
// expect: TRUE
// native: compare
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t seen;
static void handle(int number) { seen = number; }
int main(void) {
  struct sigaction action = {.sa_handler = handle}, old;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  printf("%d\n", signal(SIGUSR1, handle) == SIG_DFL);
  raise(SIGUSR1);
  printf("%d %d\n", seen == SIGUSR1, sigismember(&action.sa_mask, SIGINT));
  sigaction(SIGUSR2, &action, &old);
  printf("%d %d\n", old.sa_handler == SIG_DFL, signal(SIGUSR2, SIG_IGN) == handle);
  return raise(SIGUSR2);
}
