/* Null pointers: read, written, with an offset, called. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value[4];
  struct node *next;
};

static int one(void) { return 1; }

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct node last = {{1, 2, 3, 4}, NULL}, *p = bug == 1 ? NULL : &last;
  int (*volatile call)(void) = one;
  int sum = p->value[2]; // error 1: null
  struct node *q = bug == 2 ? last.next : &last;
  q->next = NULL; // error 2: null
  int *spot = bug == 3 ? NULL : &sum;
  *spot += 1; // error 3: null
  printf("%d\n", sum + call());
  return 0;
}
