// A list of any length, made, summed and freed by recursion.
// expect: TRUE
// needs: shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *build(int count) {
  if (count <= 0) return NULL;
  struct node *made = malloc(sizeof *made);
  made->value = count;
  made->next = build(count - 1);
  return made;
}
static unsigned sum(const struct node *list) {
  return list ? (unsigned)list->value + sum(list->next) : 0;
}
static void drop(struct node *list) {
  if (!list) return;
  drop(list->next);
  free(list);
}
int main(void) {
  struct node *list = build(__VERIFIER_nondet_int());
  unsigned total = sum(list);
  drop(list);
  return total == 3;
}
