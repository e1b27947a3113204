// A list of lists of any lengths.
// expect: TRUE
// needs: shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct inner { struct inner *next; };
struct outer { struct outer *next; struct inner *list; };
int main(void) {
  struct outer *all = NULL;
  while (__VERIFIER_nondet_int()) {
    struct outer *o = malloc(sizeof *o);
    o->list = NULL;
    o->next = all;
    all = o;
    while (__VERIFIER_nondet_int()) {
      struct inner *i = malloc(sizeof *i);
      i->next = o->list;
      o->list = i;
    }
  }
  while (all) {
    struct outer *o = all;
    all = o->next;
    while (o->list) {
      struct inner *i = o->list;
      o->list = i->next;
      free(i);
    }
    free(o);
  }
  return 0;
}
