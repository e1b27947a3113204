/* A node leaves its list and is freed; a neighbour and a cursor still point to it, and a new
 * node gets its memory. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *next, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = next;
  return node;
}

static int sum(const struct node *at) {
  int total = 0;
  for (; at; at = at->next)
    total += at->value; // error 1: use-after-free
  return total;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct node *list = push(push(push(NULL, 3), 2), 1);
  struct node *middle = list->next, *cursor = middle;
  struct node *last = middle->next;
  if (bug != 1) list->next = last;
  free(middle);
  struct node *alone = push(NULL, 9);
  int total = sum(list);
  if (bug != 2) cursor = alone;
  cursor->value++; // error 2: use-after-free
  printf("%d %d\n", total, alone->value);
  free(alone);
  free(last);
  free(list);
  return 0;
}
