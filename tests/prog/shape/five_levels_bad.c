// Lists of lists, five levels deep: of the innermost lists only the first node is freed.
// expect: FALSE(valid-memtrack) line 13
// needs: symbolic
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct l1 { struct l1 *next; };
struct l2 { struct l1 *down; struct l2 *next; };
struct l3 { struct l3 *next; struct l2 *down; };
struct l4 { struct l3 *down; struct l4 *next; };
struct l5 { struct l5 *next; struct l4 *down; };

static void add1(struct l1 **list) {
  struct l1 *n = malloc(sizeof *n);
  n->next = *list;
  *list = n;
}
#define ADD(upper, lower)                                                                \
  static void add##upper(struct l##upper **list) {                                       \
    struct l##upper *n = malloc(sizeof *n);                                              \
    n->down = NULL;                                                                      \
    do                                                                                   \
      add##lower(&n->down);                                                              \
    while (__VERIFIER_nondet_int());                                                     \
    n->next = *list;                                                                     \
    *list = n;                                                                           \
  }
ADD(2, 1)
ADD(3, 2)
ADD(4, 3)
ADD(5, 4)

static void free1(struct l1 *all) {
  if (all) {
    struct l1 *n = all;
    all = n->next;
    free(n);
  }
}
#define FREE(upper, lower)                                                               \
  static void free##upper(struct l##upper *all) {                                        \
    while (all) {                                                                        \
      struct l##upper *n = all;                                                          \
      all = n->next;                                                                     \
      free##lower(n->down);                                                              \
      free(n);                                                                           \
    }                                                                                    \
  }
FREE(2, 1)
FREE(3, 2)
FREE(4, 3)
FREE(5, 4)

int main(void) {
  struct l5 *all = NULL;
  while (__VERIFIER_nondet_int()) add5(&all);
  free5(all);
  return 0;
}
