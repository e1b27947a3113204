// Threads.
// expect: UNKNOWN
// because: threads are not modelled
#include <pthread.h>
#include <stddef.h>
static int shared;
static void *work(void *p) {
  shared = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return shared;
}
