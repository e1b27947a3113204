// Arenas: blocks of any number in a list, cut into aligned pieces; the header of a block is
// in front of its pieces (as in NSPR).
// expect: TRUE
// known-fail: the bytes left in a block are known by a difference of addresses, no interval keeps it
// needs: shape
// options: --engines points,shape
extern int __VERIFIER_nondet_int(void);
#include <stdint.h>
#include <stdlib.h>
struct arena {
  struct arena *next;
  uintptr_t base, limit, avail;
};
struct pool {
  struct arena first;
  struct arena *current;
  uintptr_t mask;
};
#define ALIGN(pool, n) (((uintptr_t)(n) + (pool)->mask) & ~(pool)->mask)
enum { SIZE = 64 };

static void pool_init(struct pool *pool, uintptr_t alignment) {
  pool->mask = alignment - 1;
  pool->first.next = NULL;
  pool->first.base = pool->first.limit = pool->first.avail =
    ALIGN(pool, &pool->first + 1);
  pool->current = &pool->first;
}

static void *pool_take(struct pool *pool, uintptr_t bytes) {
  bytes = ALIGN(pool, bytes);
  struct arena *a = pool->current;
  if (bytes > a->limit - a->avail) {
    a = malloc(sizeof *a + pool->mask + SIZE);
    a->next = NULL;
    a->limit = (uintptr_t)a + sizeof *a + pool->mask + SIZE;
    a->base = a->avail = ALIGN(pool, a + 1);
    pool->current->next = a;
    pool->current = a;
  }
  void *piece = (void *)a->avail;
  a->avail += bytes;
  return piece;
}

static void pool_finish(struct pool *pool) {
  struct arena *a = pool->first.next;
  while (a) {
    struct arena *next = a->next;
    free(a);
    a = next;
  }
}

int main(void) {
  struct pool pool;
  pool_init(&pool, 8);
  while (__VERIFIER_nondet_int()) {
    int *piece = pool_take(&pool, 24);
    piece[0] = 1;
    piece[5] = 2;
  }
  pool_finish(&pool);
  return 0;
}
