/* A program's own allocator: pieces of one block are blocks of their own. */
#include <belay.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
  char *memory;
  size_t used;
};

static void *pool_take(struct pool *pool, size_t size) {
  void *piece = pool->memory + pool->used;
  pool->used += (size + 15) / 16 * 16;
  return belay_block_begin(piece, size);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct pool pool = {malloc(4096), 0};
  int *a = pool_take(&pool, 12), *b = pool_take(&pool, 12);
  a[0] = 1;
  b[0] = 2;
  a[bug == 1 ? 3 : 2] = 3; // error 1: write-past
  belay_block_end(b);
  pool.used = 16;
  int *c = pool_take(&pool, 12);
  c[0] = 4;
  if (bug != 2) b = c;
  printf("%d %d\n", a[2], b[0]); // error 2: use-after-free
  belay_block_end(c);
  belay_block_end(a);
  free(pool.memory);
  return 0;
}
