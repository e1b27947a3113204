/* A block that only a variable of main points to is lost when main returns, and is not when
 * the program ends inside. Addresses put together from bits keep their block. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct quarter {
  struct quarter *next;
  long values[3];
};

/* The next of the four, around. */
static struct quarter *around(struct quarter *q) {
  uintptr_t mask = 4 * sizeof *q - 1;
  return (struct quarter *)((((uintptr_t)q + sizeof *q) & mask) | ((uintptr_t)q & ~mask));
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct quarter *all = aligned_alloc(4 * sizeof *all, 4 * sizeof *all); // error 1: leak
  for (int i = 0; i < 4; i++) all[i].next = all, all[i].values[2] = i;
  struct quarter *q = around(around(around(all)));
  if (bug == 2) free(all);
  printf("%ld\n", around(q)->values[2] + q->values[2]); // error 2: use-after-free
  if (bug == 3) exit(0);
  if (bug == 0) free(all);
  return 0;
}
// exit 3: 0
