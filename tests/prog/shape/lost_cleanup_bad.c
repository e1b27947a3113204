// Every other node is lost on the way: it is still there when the program ends, too.
// property: valid-memcleanup
// expect: UNKNOWN
// because: shape finds no run, and no other engine is asked
// options: --engines points,shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    if (next) next = next->next;
    free(list);
    list = next;
  }
}
