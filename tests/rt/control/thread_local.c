/* A thread's variables end with it; many threads in turn do not use up anything. */
// flags: -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int counter[4];
static int *shared;

static int *own(int i) { return &counter[i]; }

static void *work(void *bug) {
  int *mine = own(2), local = 0, *other = &local;
  *mine += 1;
  *other += *mine;
  if (*(int *)bug) shared = mine;
  return NULL;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  pthread_t thread;
  shared = own(1);
  for (int i = 0; i < 300; i++) {
    int planted = bug == 1 && i == 280;
    if (pthread_create(&thread, NULL, work, &planted)) return 1;
    pthread_join(thread, NULL);
  }
  counter[1] = 5;
  if (bug == 2) shared = own(4);
  int seen = *shared; // error 1: use-after-return; error 2: read-past
  printf("%d\n", seen);
  return 0;
}
// report 2: at offset 16 of `counter`, 16 bytes
