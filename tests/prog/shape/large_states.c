// States with large numbers say which of two lists there is.
// expect: TRUE
// needs: shape
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
struct pair { struct node *left, *right; };
enum { IDLE = 1000, LEFT = 2000, RIGHT = 3000 };
int main(void) {
  int state = IDLE;
  struct node *left = NULL, *right = NULL;
  while (__VERIFIER_nondet_int()) {
    if (state == IDLE) {
      if (__VERIFIER_nondet_int()) {
        left = calloc(1, sizeof *left);
        state = LEFT;
      } else {
        right = calloc(1, sizeof *right);
        state = RIGHT;
      }
    } else if (state == LEFT) {
      struct node *n = malloc(sizeof *n);
      n->next = left->next;
      left->next = n;
    } else {
      struct node *n = malloc(sizeof *n);
      n->next = right->next;
      right->next = n;
    }
  }
  struct node *list = state == LEFT ? left : state == RIGHT ? right : NULL;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
