// A hash table with chains that doubles its buckets.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Entry { unsigned key; int value; struct Entry *next; };
struct Table { struct Entry **buckets; unsigned size, count; };
static void link_in(struct Table *t, struct Entry *e) {
  e->next = t->buckets[e->key % t->size];
  t->buckets[e->key % t->size] = e;
}
static void grow(struct Table *t) {
  struct Table bigger = {calloc(t->size * 2, sizeof(struct Entry *)), t->size * 2, t->count};
  for (unsigned i = 0; i < t->size; i++)
    for (struct Entry *e = t->buckets[i], *next; e; e = next) {
      next = e->next;
      link_in(&bigger, e);
    }
  free(t->buckets);
  *t = bigger;
}
static int *at(struct Table *t, unsigned key) {
  for (struct Entry *e = t->buckets[key % t->size]; e; e = e->next)
    if (e->key == key) return &e->value;
  if (++t->count > t->size) grow(t);
  struct Entry *e = malloc(sizeof *e);
  *e = (struct Entry){key, 0, NULL};
  link_in(t, e);
  return &e->value;
}
int main(void) {
  struct Table t = {calloc(2, sizeof(struct Entry *)), 2, 0};
  for (unsigned i = 0; i < 40; i++) *at(&t, i * 7 % 13) += (int)i;
  require(t.count == 13 && t.size == 16 && *at(&t, 7) == 1 + 14 + 27);
  for (unsigned i = 0; i < t.size; i++)
    while (t.buckets[i]) {
      struct Entry *gone = t.buckets[i];
      t.buckets[i] = gone->next;
      free(gone);
    }
  free(t.buckets);
  return 0;
}
