/* More blocks than there are numbers for them: those of dead ones are used again. */
// environment: BELAY_OPTIONS=color=0:origins=100000
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int touch(int *pointer) { return *pointer += 1; }

static int recurse(int depth) {
  int here = depth;
  return touch(&here) + (depth ? recurse(depth - 1) : 0);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, sum = 0;
  if (bug == 0) return 0;
  int *old = malloc(8);
  for (int i = 0; i < 400000; i++) {
    int *block = malloc(12);
    block[0] = block[1] = i;
    sum += touch(block);
    free(block);
    if (i % 1000 == 0) sum += recurse(1000);
  }
  int *last = malloc(16);
  last[3] = sum;
  if (bug == 3) last[4] = 1; // error 3: write-past
  if (bug == 4) old[2] = 1; // error 4: write-past
  free(old);
  free(last);
  if (bug == 2) sum += last[3]; // error 2: use-after-free
  if (bug == 5) {
    /* Nothing dies: blocks are not checked any more, but freed in the end. */
    enum { COUNT = 120000 };
    static int *all[COUNT];
    for (int i = 0; i < COUNT; i++) *(all[i] = malloc(sizeof(int))) = i;
    for (int i = 0; i < COUNT; i++) sum += *all[i];
    for (int i = 0; i < COUNT; i++) free(all[i]);
  }
  printf("%d\n", sum != 0);
  return 0;
}
// report 1: ^belay: all numbers for blocks were given out; from now on those of dead blocks are used again
// exit 1: 0
// output 1: ^1$
// report 5: ^belay: no number for a block is left: new ones are not checked$
// exit 5: 0
// output 5: ^1$
