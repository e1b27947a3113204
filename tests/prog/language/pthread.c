// A thread that does wrong.
// expect: UNKNOWN
// because: threads are not modelled
#include <pthread.h>
#include <stddef.h>
static int shared[2];
static void *work(void *p) {
  shared[2] = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return shared[0];
}
