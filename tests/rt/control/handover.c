/* What threads hand to each other keeps its referents: given at the start, left at the end, and
 * in a block together with the locks that guard it. */
// flags: -pthread
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

struct desk {
  int *paper;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  sem_t taken, put;
  int *other;
  int bug;
};

/* Another block in the place of the one freed. */
static int *reused(int *old) {
  free(old);
  int *fresh = malloc(sizeof *fresh);
  *fresh = 1;
  return fresh;
}

static void *fill(void *context) {
  struct desk *desk = context;
  int *paper = malloc(sizeof *paper), *other = malloc(sizeof *other);
  *paper = *other = 1;
  pthread_mutex_lock(&desk->lock);
  desk->paper = paper;
  if (desk->bug == 1) paper = reused(paper);
  pthread_cond_signal(&desk->changed);
  pthread_mutex_unlock(&desk->lock);
  sem_wait(&desk->taken);
  desk->other = other;
  if (desk->bug == 2) other = reused(other);
  sem_post(&desk->put);
  sem_wait(&desk->taken);
  free(paper);
  free(other);
  return desk->bug == 3 ? (void *)&desk : desk;
}

static void *leave(void *context) {
  int local = *(int *)context;
  pthread_exit(local == 4 ? (void *)&local : context);
}

static void *overrun(void *context) {
  int *numbers = context, sum = 0;
  for (int i = 0; i < 4 + (numbers[0] == 5); i++) sum += numbers[i]; // error 5: read-past
  return sum ? context : NULL;
}

static int use_desk(int bug) {
  struct desk desk = {.bug = bug};
  pthread_t thread;
  void *result;
  pthread_mutex_init(&desk.lock, NULL);
  pthread_cond_init(&desk.changed, NULL);
  sem_init(&desk.taken, 0, 0);
  sem_init(&desk.put, 0, 0);
  pthread_create(&thread, NULL, fill, &desk);
  pthread_mutex_lock(&desk.lock);
  while (!desk.paper) pthread_cond_wait(&desk.changed, &desk.lock);
  int sum = *desk.paper; // error 1: use-after-free
  pthread_mutex_unlock(&desk.lock);
  sem_post(&desk.taken);
  sem_wait(&desk.put);
  sum += *desk.other; // error 2: use-after-free
  sem_post(&desk.taken);
  pthread_join(thread, &result);
  sum += *(char *)result == 77; // error 3: use-after-return
  return sum;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, numbers[4] = {bug, 1, 2, 3};
  pthread_t thread;
  void *result;
  int sum = use_desk(bug);
  pthread_create(&thread, NULL, leave, numbers);
  pthread_join(thread, &result);
  sum += *(int *)result; // error 4: use-after-return
  pthread_create(&thread, NULL, overrun, numbers);
  pthread_join(thread, &result);
  sum += *(int *)result;
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  pthread_mutex_lock(lock);
  if (bug == 6) free(lock);
  pthread_mutex_unlock(lock); // error 6: use-after-free
  free(lock);
  printf("%d\n", sum);
  return 0;
}
// output 0: 2
