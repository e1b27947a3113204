// Lists whose nodes each point to the first one, and that to itself, in a list.
// expect: TRUE
// options: --engines points,shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct low {
  struct low *head, *next;
};

struct top {
  struct top *next;
  struct low *low;
};

static void add(struct top *top) {
  struct low *low = malloc(sizeof *low);
  low->head = top->low ? top->low : low;
  low->next = NULL;
  if (!top->low) {
    top->low = low;
    return;
  }
  low->next = top->low->next;
  top->low->next = low;
}

int main(void) {
  struct top *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct top *top = malloc(sizeof *top);
    top->low = NULL;
    top->next = list;
    list = top;
    do add(top);
    while (__VERIFIER_nondet_int());
  }
  while (list) {
    struct top *next = list->next;
    struct low *low = list->low;
    while (low) {
      struct low *after = low->head == low ? low->next : low->next;
      free(low);
      low = after;
    }
    free(list);
    list = next;
  }
}
