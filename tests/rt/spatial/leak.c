/* Blocks that nobody can reach at the end, and blocks that somebody can. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static struct node *kept; /* still reachable: not an error */

static struct node *make(struct node *next) {
  struct node *node = malloc(sizeof *node); // error 1: leak; error 2: leak
  node->next = next;
  return node;
}

__attribute__((noinline)) static void lose(int bug) {
  struct node *list = make(bug == 2 ? make(NULL) : NULL);
  if (bug == 0) free(list);
  if (bug == 2) list = NULL;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  kept = make(make(NULL));
  lose(bug);
  printf("%d\n", kept->next != NULL);
  return 0;
}
