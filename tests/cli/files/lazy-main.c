#include <stdio.h>

struct two {
  int *first, *last;
};
int mix(struct two a, struct two b, struct two c, struct two d);

int main(void) {
  int x[4] = {1, 1, 1, 1}, y[2] = {0, 0};
  struct two all = {x, x + 3};
  printf("%d\n", mix(all, all, all, (struct two){y, y + 1}));
  return 0;
}
