// A list is freed on all ways but the one on which an assertion fails.
// expect: FALSE(valid-memcleanup) line 10
// property: valid-memcleanup
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct Node { struct Node *next; int value; };
static struct Node *list;
static void push(int value) {
  struct Node *node = malloc(sizeof *node);
  node->next = list;
  node->value = value;
  list = node;
}
int main(void) {
  while (__VERIFIER_nondet_int()) push(__VERIFIER_nondet_int() > 5);
  for (struct Node *node = list; node; node = node->next) assert(node->value != 1);
  while (list) {
    struct Node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
