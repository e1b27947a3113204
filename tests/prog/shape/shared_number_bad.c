// expect: FALSE(valid-free) line 34
// A list whose nodes all have one number does not cover a list whose nodes each have one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int value;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  node->value = value;
  return node;
}

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = NULL;
  int apart = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
  if (!apart)
    while (__VERIFIER_nondet_int()) list = push(list, value);
  else
    while (__VERIFIER_nondet_int()) list = push(list, __VERIFIER_nondet_int());
  if (list && list->next && list->value != list->next->value) free(&list->value);
  release(list);
  return 0;
}
