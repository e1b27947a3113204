// A doubly linked list freed from its end.
// expect: TRUE
// needs: shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { struct node *next, *prev; };
int main(void) {
  struct node *first = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->prev = last;
    if (last) last->next = n;
    else first = n;
    last = n;
  }
  while (last) {
    struct node *n = last;
    last = n->prev;
    if (last) last->next = NULL;
    free(n);
  }
  return 0;
}
