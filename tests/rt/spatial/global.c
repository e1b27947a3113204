/* Out of the bounds of globals: defined here, static, a string, of a thread. */
#include <stdio.h>
#include <stdlib.h>

int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static int rows[3][4];
static __thread char buffer[16];
static const char *text = "hello";
static int *middle = &table[4];

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int i = bug == 1 ? 8 : 7, j = bug == 2 ? 12 : 11, k = bug == 3 ? 16 : 15;
  int sum = table[i];     // error 1: read-past
  (&rows[0][0])[j] = sum; // error 2: write-past
  buffer[k] = 'x';        // error 3: write-past
  sum += text[bug == 4 ? 6 : 5]; // error 4: read-past
  sum += middle[bug == 5 ? 4 : 3]; // error 5: read-past
  sum += middle[bug == 6 ? -5 : -4]; // error 6: read-before
  printf("%d %d %d\n", sum, rows[2][3], buffer[15]);
  return 0;
}
