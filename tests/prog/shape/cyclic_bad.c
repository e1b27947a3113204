// The ring is freed once too often.
// expect: FALSE(valid-free) line 22
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = head;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head->next;
    head->next = n;
  }
  struct node *at = head->next;
  while (at != head) {
    struct node *next = at->next;
    free(at);
    at = next;
  }
  free(at->next);
  free(head);
  return 0;
}
