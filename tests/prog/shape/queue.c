// A queue with head and tail of any length.
// expect: TRUE
// needs: shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct item { struct item *next; int value; };
struct queue { struct item *head, *tail; };
static void put(struct queue *q, int value) {
  struct item *i = malloc(sizeof *i);
  i->next = NULL;
  i->value = value;
  if (q->tail) q->tail->next = i;
  else q->head = i;
  q->tail = i;
}
static void take(struct queue *q) {
  struct item *i = q->head;
  if (!i) return;
  q->head = i->next;
  if (!q->head) q->tail = NULL;
  free(i);
}
int main(void) {
  struct queue q = {NULL, NULL};
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(&q, 1);
    else take(&q);
  }
  while (q.head) take(&q);
  return 0;
}
