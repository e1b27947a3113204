// Bit-fields of a block that is not initialised otherwise say what the block owns, nodes of a list
// have some of their own.
// expect: TRUE
// needs: shape
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { unsigned kind : 3; unsigned seen : 1; int rest : 4; struct item *next; };
struct set { unsigned used : 1; unsigned owns : 1; unsigned count : 14; struct item *items; int *extra; };
static struct set *make(void) {
  struct set *s = malloc(sizeof *s);
  s->used = 0;
  s->count = 300;
  s->owns = 0;
  s->items = NULL;
  if (__VERIFIER_nondet_int()) {
    s->extra = malloc(sizeof *s->extra);
    s->owns = 1;
  }
  return s;
}
static void add(struct set *s) {
  struct item *i = malloc(sizeof *i);
  i->kind = 5;
  i->rest = -3;
  i->seen = 0;
  i->next = s->items;
  s->items = i;
  s->used = 1;
}
int main(void) {
  struct set *s = make();
  while (__VERIFIER_nondet_int()) add(s);
  if (s->used) s->items->seen = 1;
  for (struct item *i = s->items; i; i = i->next)
    if (i->kind != 5) *(int *)0 = 1;
  if (s->owns) *s->extra = s->count;
  while (s->items) {
    struct item *next = s->items->next;
    free(s->items);
    s->items = next;
  }
  if (s->owns) free(s->extra);
  free(s);
  return 0;
}
