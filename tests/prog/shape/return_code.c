// What a function returns says whether it allocated.
// expect: TRUE
// needs: shape
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; char *name; };
enum { DONE = 0, AGAIN = -11, EMPTY = -61, BROKEN = -5000 };
static int make(struct node **out) {
  switch (__VERIFIER_nondet_int()) {
  case 0: return AGAIN;
  case 1: return EMPTY;
  case 2: return BROKEN;
  }
  struct node *n = malloc(sizeof *n);
  n->name = malloc(16);
  n->next = NULL;
  *out = n;
  return DONE;
}
int main(void) {
  struct node *list = NULL;
  for (;;) {
    struct node *n;
    int code = make(&n);
    if (code == AGAIN) continue;
    if (code < 0) break;
    n->name[0] = 'x';
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
