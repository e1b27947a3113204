/* More threads, one after the other, than there are ranges of numbers for variables: a thread goes
 * on where one that ended left off, and the variables of that one stay dead. */
// flags: -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 6000 };

static int *kept;

static int down(int *from, int depth) {
  int here = *from + 1;
  return depth ? down(&here, depth - 1) : here;
}

static void *work(void *context) {
  int local = 0, *sum = context;
  if (!kept) kept = &local;
  *sum += down(&local, 3);
  return context;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, sum = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &sum)) return 1;
    pthread_join(thread, NULL);
  }
  if (bug == 1) sum += *kept; // error 1: use-after-return
  printf("%d\n", sum);
  return 0;
}
// output 0: 24000
