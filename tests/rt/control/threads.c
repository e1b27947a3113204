/* Threads make, pass and free blocks; one keeps a pointer too long. */
// flags: -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 20000, THREADS = 4 };

struct box {
  int *content;
  int sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *work(void *context) {
  struct box *box = context;
  for (int i = 0; i < ROUNDS; i++) {
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    pthread_mutex_lock(&lock);
    int *other = shared;
    shared = mine;
    pthread_mutex_unlock(&lock);
    if (other) box->sum += *other;
    free(other);
  }
  int local = box->sum;
  box->content = &local;
  return box;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  pthread_t threads[THREADS];
  struct box boxes[THREADS] = {{0}};
  int total = 0;
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &boxes[i]);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    struct box *box = result;
    if (bug != 1) box->content = &box->sum;
    total += *box->content; // error 1: use-after-return
  }
  free(shared);
  if (bug == 2) total += *shared; // error 2: use-after-free
  printf("%d\n", total);
  return 0;
}
