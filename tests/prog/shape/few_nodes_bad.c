// Five nodes, of which six are freed, beside a list of any length.
// expect: FALSE(valid-deref) line 26
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *push(struct node *list) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  return node;
}

int main(void) {
  struct node *any = NULL, *five = NULL;
  while (__VERIFIER_nondet_int()) any = push(any);
  for (int i = 0; i < 5; i++) five = push(five);
  while (any) {
    struct node *next = any->next;
    free(any);
    any = next;
  }
  for (int i = 0; i < 6; i++) {
    struct node *next = five->next; // bad
    free(five);
    five = next;
  }
}
