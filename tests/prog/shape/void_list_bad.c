// A node's last word is behind its end.
// expect: FALSE(valid-deref) line 12
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int main(void) {
  void *list = NULL;
  while (__VERIFIER_nondet_int()) {
    void *node = malloc(2 * sizeof(void *));
    memcpy(node, &list, sizeof list);
    ((void **)node)[2] = node;
    list = node;
  }
  while (list) {
    void *next = *(void **)list;
    free(((void **)list)[1]);
    list = next;
  }
  return 0;
}
