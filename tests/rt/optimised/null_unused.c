/* Null is dereferenced, and the value is not used. */
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
#ifdef FIXED
  struct node only = {NULL, 1}, *first = &only;
#else
  struct node *first = NULL;
#endif
  int value = first->value; // error 1: null
  (void)value;
  return 0;
}
