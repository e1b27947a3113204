// Each path frees what it takes out of the list.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
struct Node { struct Node *next; };
int main(void) {
  struct Node *first = malloc(sizeof *first);
  first->next = malloc(sizeof *first);
  first->next->next = NULL;
  if (__VERIFIER_nondet_int()) {
    struct Node *second = first->next;
    free(first);
    first = second;
  } else {
    free(first->next);
    first->next = NULL;
  }
  free(first);
  return 0;
}
