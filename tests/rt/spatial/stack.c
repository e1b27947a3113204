/* Out of the bounds of a local: an array, an array in a struct, and one of variable length. */
#include <stdio.h>
#include <stdlib.h>

struct record {
  int id;
  char name[12];
};

__attribute__((noinline)) static int get(const int *array, int i) {
  return array[i]; // error 1: read-past
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int array[5] = {1, 2, 3, 4, 5}, other[5] = {6, 7, 8, 9, 10};
  struct record records[2] = {{1, "one"}, {2, "two"}};
  int sum = get(array, bug == 1 ? 5 : 4) + get(other, 0);
  int k = bug == 2 ? -1 : 0;
  array[k] = 11; // error 2: write-before
  char *name = records[1].name;
  name[bug == 3 ? 12 : 11] = '\0'; // error 3: write-past
  int n = 3 + argc % 2;
  int row[n];
  for (int i = 0; i < n; i++) row[i] = i;
  row[bug == 4 ? n : n - 1] = 1; // error 4: write-past
  printf("%d %d %s %d\n", sum, array[0], records[1].name, row[0]);
  return 0;
}
