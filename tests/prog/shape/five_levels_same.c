// Lists of lists, five levels deep, whose nodes all have the same layout.
// expect: TRUE
// needs: shape
// options: --engines points,shape
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct l1 { struct l1 *next, *down; };
struct l2 { struct l2 *next; struct l1 *down; };
struct l3 { struct l3 *next; struct l2 *down; };
struct l4 { struct l4 *next; struct l3 *down; };
struct l5 { struct l5 *next; struct l4 *down; };

static struct l1 *make1(void) {
  struct l1 *all = NULL;
  do {
    struct l1 *n = malloc(sizeof *n);
    n->down = NULL;
    n->next = all;
    all = n;
  } while (__VERIFIER_nondet_int());
  return all;
}
#define MAKE(upper, lower)                                                               \
  static struct l##upper *make##upper(void) {                                            \
    struct l##upper *all = NULL;                                                         \
    do {                                                                                 \
      struct l##upper *n = malloc(sizeof *n);                                            \
      n->down = make##lower();                                                           \
      n->next = all;                                                                     \
      all = n;                                                                           \
    } while (__VERIFIER_nondet_int());                                                   \
    return all;                                                                          \
  }
MAKE(2, 1)
MAKE(3, 2)
MAKE(4, 3)
MAKE(5, 4)

static void free1(struct l1 *all) {
  while (all) {
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
  free5(make5());
  return 0;
}
