// A skip list of two levels: every node is on the lower one, some are on the upper one.
// expect: TRUE
// needs: shape
// options: --engines points,shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { struct node *low, *high; };

static struct node *new_node(struct node *low, struct node *high) {
  struct node *n = malloc(sizeof *n);
  n->low = low;
  n->high = high;
  return n;
}

int main(void) {
  struct node *tail = new_node(NULL, NULL), *head = new_node(tail, tail);
  while (__VERIFIER_nondet_int()) {
    struct node *upper = head, *lower;
    while (upper->high != tail && __VERIFIER_nondet_int()) upper = upper->high;
    lower = upper;
    while (lower->low != upper->high && __VERIFIER_nondet_int()) lower = lower->low;
    struct node *n = new_node(lower->low, NULL);
    lower->low = n;
    if (__VERIFIER_nondet_int()) {
      n->high = upper->high;
      upper->high = n;
    }
  }
  while (head) {
    struct node *n = head;
    head = n->low;
    free(n);
  }
  return 0;
}
