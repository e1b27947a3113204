// Data that some nodes own is not freed with them.
// expect: FALSE(valid-memtrack) line 13
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { struct node *next; int *data; };
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = NULL;
    if (__VERIFIER_nondet_int()) {
      n->data = malloc(sizeof *n->data);
      *n->data = 7;
    }
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return 0;
}
