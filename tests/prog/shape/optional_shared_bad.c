// expect: FALSE(valid-memtrack) line 29
// What an optional block leads to may exist without it: here the number of a node, lost
// where the node has no note.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct note {
  int *about;
};

struct node {
  struct node *next;
  int *number;
  struct note *note;
};

static struct node *release(struct node *node) {
  struct node *next = node->next;
  free(node->number);
  free(node->note);
  free(node);
  return next;
}

static struct node *push(struct node *list) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  node->number = malloc(sizeof *node->number);
  node->note = NULL;
  if (__VERIFIER_nondet_int()) {
    node->note = malloc(sizeof *node->note);
    node->note->about = node->number;
  }
  return node;
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) list = push(list);
  for (int i = 0; i < 3; i++)
    if (list) list = release(list);
  while (list && list->next) {
    struct node *node = list;
    list = node->next;
    node->number = NULL;
    if (node->note) {
      free(node->note->about);
      free(node->note);
    }
    free(node);
  }
  while (list) list = release(list);
  return 0;
}
