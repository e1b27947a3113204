// Two links each way; nobody reads more than one of them, and some lead to freed nodes.
// expect: TRUE
// options: --engines points,shape --timeout 3
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct node {
  struct node *next, *also_next;
  struct node *prev, *also_prev;
};

static struct node *push(struct node *list) {
  struct node *node = malloc(sizeof *node);
  node->next = node->also_next = list;
  node->prev = node->also_prev = NULL;
  if (list) list->prev = list->also_prev = node;
  return node;
}

int main(void) {
  struct node *list = push(NULL);
  while (__VERIFIER_nondet_int()) list = push(list);
  for (struct node *at = list; at; at = at->next)
    while (at->next && __VERIFIER_nondet_int()) {
      struct node *gone = at->next;
      at->next = gone->next;
      free(gone);
    }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
