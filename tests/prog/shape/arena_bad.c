// The arena of arena.c with a limit that lies 8 bytes behind the end of a chunk.
// expect: FALSE(valid-deref) line 35
// arch: 64
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { CHUNK = 4096, MASK = 7 };
struct chunk { struct chunk *next; uintptr_t base, limit, avail; };
struct pool { struct chunk *first, *current; struct pool *next; };
static uintptr_t round_up(uintptr_t n) { return (n + MASK) & ~(uintptr_t)MASK; }
static struct chunk *new_chunk(void) {
  size_t bytes = CHUNK + sizeof(struct chunk) - 8;
  struct chunk *c = malloc(bytes);
  c->next = NULL;
  c->limit = (uintptr_t)c + bytes + 8;
  c->base = c->avail = round_up((uintptr_t)(c + 1));
  return c;
}
static char *take(struct pool *p, size_t n) {
  n = round_up(n);
  struct chunk *c = p->current;
  if (c->avail + n > c->limit) {
    struct chunk *fresh = new_chunk();
    c->next = fresh;
    p->current = c = fresh;
  }
  char *taken = (char *)c->avail;
  c->avail += n;
  return taken;
}
static void use(struct pool *p) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  if (n < 1 || n > CHUNK / 8) return;
  char *block = take(p, 8 * n);
  block[0] = 1;
  block[7] = 2;
}
int main(void) {
  struct pool *pools = NULL;
  while (__VERIFIER_nondet_int()) {
    struct pool *p = malloc(sizeof *p);
    p->first = p->current = new_chunk();
    p->next = pools;
    pools = p;
  }
  for (struct pool *p = pools; p; p = p->next)
    while (__VERIFIER_nondet_int()) use(p);
  while (pools) {
    struct pool *next = pools->next;
    while (pools->first) {
      struct chunk *c = pools->first;
      pools->first = c->next;
      free(c);
    }
    free(pools);
    pools = next;
  }
  return 0;
}
