/* The stack is used up, by the program and by a thread of it. */
// flags: -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int depth;

__attribute__((noinline)) static int down(int *from) {
  int here = *from + 1;
  if (depth && here > depth) return here;
  return down(&here) + here;
}

static void *work(void *unused) {
  int zero = 0;
  return down(&zero) ? unused : NULL;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, zero = 0;
  pthread_t thread;
  if (bug == 0) depth = 100;
  if (bug != 2) printf("%d\n", down(&zero));
  if (pthread_create(&thread, NULL, work, NULL)) return 1;
  pthread_join(thread, NULL);
  return 0;
}
// report 1: error: stack overflow \[CWE-674\]
// exit 1: 97
// report 2: error: stack overflow \[CWE-674\]
// exit 2: 97
