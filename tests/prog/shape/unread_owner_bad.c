// Each node has a block that nobody reads: it goes with the node.
// expect: FALSE(valid-memtrack) line 17
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct node {
  struct node *next;
  char *owned;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
    node->owned = malloc(1); // bad
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
