// A chain through the heap and through the stack holds it.
// expect: TRUE
#include <stdlib.h>
struct Link { struct Link *next; };
static struct Link *start;
static struct Link *link_to(struct Link *next) {
  struct Link *l = malloc(sizeof *l);
  l->next = next;
  return l;
}
static void shorten(struct Link **from) {
  struct Link *rest = (*from)->next;
  (*from)->next = NULL;
  struct Link **held = &rest;
  free((*held)->next);
  free(*held);
}
int main(void) {
  start = link_to(link_to(link_to(NULL)));
  shorten(&start);
  return 0;
}
