/* How many allocations ago a block was freed: told by 64-bit programs, within a thread. */
// only: 64
// flags: -pthread
#include <pthread.h>
#include <stdlib.h>

static char *shared;

static void *work(void *unused) {
  (void)unused;
  shared = malloc(5);
  shared[0] = 'a';
  free(shared);
  return NULL;
}

static void *touch(void *block) {
  *(char *)block = 1; // error 3: use-after-free
  return block;
}

static void in_thread(void *(*start)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, start, argument)) exit(1);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char *block = malloc(40);
  block[30] = 'a';
  if (bug == 1 || bug == 3) free(block);
  void *later[3] = {malloc(300), malloc(400), malloc(500)};
  if (bug == 1) block[30] = 'b'; // error 1: use-after-free
  if (bug == 2) in_thread(work, NULL);
  if (bug == 2) shared[0] = 'b'; // error 2: use-after-free
  in_thread(touch, block);
  if (bug != 3) free(block);
  for (int i = 0; i < 3; i++) free(later[i]);
  return 0;
}
// report 1: 1 byte at offset 30 of a heap block of 40 bytes, freed 3 allocations ago$
// report 2: 1 byte at offset 0 of a heap block of 5 bytes$
// report 2: note: allocated here, by thread 1$
// report 2: note: freed here, by thread 1$
// report 2: ^  in work, \S*age.c:13$
// report 3: 1 byte at offset 0 of a heap block of 40 bytes$
// report 3: ^  in touch, \S*age.c:18\n  in thread 1$
// report 3: note: freed here$
