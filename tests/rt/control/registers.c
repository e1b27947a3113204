/* Structs of two pointers that functions return in registers, also through a pointer to the
 * function and by way of another struct. */
#include <stdio.h>
#include <stdlib.h>

struct range {
  char *from, *to;
};
struct named {
  long number;
  char *text;
};

static struct range make(int size) {
  char *block = malloc(size);
  return (struct range){block, block + size};
}

static struct range pass(struct range range) { return range; }

static struct named name(char *text) {
  struct named named = {7, text};
  return named;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct range (*volatile maker)(int) = make;
  struct range (*volatile passer)(struct range) = pass;
  struct range first = make(4), second = passer(maker(4)), third;
  *first.from = 1;
  first.to[bug == 1 ? 0 : -1] = 2; // error 1: write-past
  second.to[bug == 2 ? 0 : -1] = 3; // error 2: write-past
  third = pass(second);
  struct named (*volatile namer)(char *) = name;
  struct named named = namer(first.from);
  free(first.from);
  char *again = malloc(4);
  *again = 5;
  if (bug != 3) named.text = again;
  int sum = *named.text; // error 3: use-after-free
  free(second.from);
  if (bug != 4) third.from = again;
  sum += *third.from; // error 4: use-after-free
  printf("%d\n", sum);
  free(again);
  return 0;
}
