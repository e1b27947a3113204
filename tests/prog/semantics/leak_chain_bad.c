// A block is lost when the last chain of pointers from a global or a live local breaks.
// expect: FALSE(valid-memtrack) line 7
#include <stdlib.h>
struct Link { struct Link *next; };
static struct Link *start;
static struct Link *link_to(struct Link *next) {
  struct Link *l = malloc(sizeof *l); // bad
  l->next = next;
  return l;
}
int main(void) {
  start = link_to(link_to(link_to(NULL)));
  start->next->next = NULL;
  return 0;
}
