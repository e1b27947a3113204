// Nobody reads `owned` of a node, but a copy of the node is looked at byte by byte: what it
// leads to is freed twice.
// expect: FALSE(valid-free) line 25
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  char *owned;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->owned = malloc(1);
    list = node;
  }
  while (list) {
    struct node copy, *next = list->next;
    memcpy(&copy, list, sizeof copy);
    free(copy.owned);
    if (!next && __VERIFIER_nondet_int()) free(copy.owned); // bad
    free(list);
    list = next;
  }
}
