// The list is freed but for its last element.
// expect: FALSE(valid-memtrack) line 10
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct Node { struct Node *next; };
int main(void) {
  struct Node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct Node *n = malloc(sizeof *n); // bad
    n->next = list;
    list = n;
  }
  while (list && list->next) {
    struct Node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
