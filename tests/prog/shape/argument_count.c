// A list of any length, and a main that looks at nothing but how many arguments there are.
// expect: TRUE
// options: --engines points,shape
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(int argc, char *argv[]) {
  struct node *list = NULL;
  for (int i = 0; i < argc; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
