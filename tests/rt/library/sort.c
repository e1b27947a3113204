/* qsort moves pointers with their referents, and calls back; bsearch, strtol. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char *name;
  int number;
};

static int by_name(const void *left, const void *right) {
  const struct entry *a = left, *b = right;
  return strcmp(a->name, b->name);
}

static int by_number(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct entry table[4];
  const char *names[] = {"delta", "alpha", "gamma", "beta"};
  for (int i = 0; i < 4; i++) table[i] = (struct entry){strdup(names[i]), i};
  qsort(table, 4, sizeof table[0], by_name);
  char *stale = table[0].name;
  free(table[0].name);
  table[0].name = strdup("alpha");
  if (bug == 1) table[0].name = stale;
  printf("%s\n", table[0].name); // error 1: use-after-free
  int numbers[5] = {5, 3, 1, 4, 2}, key = 3;
  qsort(numbers, bug == 2 ? 6 : 5, sizeof numbers[0], by_number); // error 2: write-past
  int *found = bsearch(&key, numbers, 5, sizeof numbers[0], by_number);
  printf("%d\n", found[bug == 3 ? 3 : 2]); // error 3: read-past
  char digits[8] = "12ab", *end;
  long value = strtol(digits, &end, 10);
  printf("%ld %c\n", value, end[bug == 4 ? 6 : 0]); // error 4: read-past
  for (int i = bug == 1; i < 4; i++) free(table[i].name);
  return 0;
}
