// The rest of one list is lost when two are merged.
// expect: FALSE(valid-memtrack) line 23
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { struct node *next; int key; };
static struct node *merge(struct node *a, struct node *b) {
  struct node *result = NULL, **end = &result;
  while (a && b) {
    struct node **least = a->key < b->key ? &a : &b;
    struct node *n = *least;
    *least = n->next;
    n->next = NULL;
    *end = n;
    end = &n->next;
  }
  *end = a;
  return result;
}
int main(void) {
  struct node *sorted = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->key = __VERIFIER_nondet_int();
    n->next = NULL;
    sorted = merge(sorted, n);
  }
  while (sorted) {
    struct node *n = sorted;
    sorted = n->next;
    free(n);
  }
  return 0;
}
