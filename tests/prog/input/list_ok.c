// A list as long as the input says, built and freed.
// expect: TRUE
// needs: shape
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct Node { struct Node *next; };
int main(void) {
  struct Node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct Node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  while (list) {
    struct Node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
