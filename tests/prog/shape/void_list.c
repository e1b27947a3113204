// A list through void pointers, with a pointer to itself in each node.
// expect: TRUE
// needs: shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int main(void) {
  void *list = NULL;
  while (__VERIFIER_nondet_int()) {
    void *node = malloc(2 * sizeof(void *));
    memcpy(node, &list, sizeof list);
    ((void **)node)[1] = node;
    list = node;
  }
  while (list) {
    void *next = *(void **)list;
    free(((void **)list)[1]);
    list = next;
  }
  return 0;
}
