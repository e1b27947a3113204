/* A signal handler runs in the middle of everything and leaves the metadata right. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static volatile sig_atomic_t count;
static int *target;
static int fallback;

static int add(int *a, int *b) { return *a + *b; }

static void handle(int number) {
  int one = 1, two = number;
  int (*volatile call)(int *, int *) = add;
  count += call(&one, &two) > 0;
  *target += 1; // error 1: use-after-scope
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int (*volatile call)(int *, int *) = add;
  struct sigaction action = {0};
  long sum = 0;
  target = &fallback;
  action.sa_handler = handle;
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 500}, {0, 500}}, NULL);
  while (count < 20) {
    int *a = malloc(sizeof *a), b = 2;
    *a = 1;
    sum += call(a, &b);
    free(a);
  }
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  {
    int inner = 0;
    if (bug == 1) target = &inner;
  }
  raise(SIGALRM);
  printf("%d\n", sum > 0 && fallback > 0);
  return 0;
}
