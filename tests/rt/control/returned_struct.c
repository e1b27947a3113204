// A struct that is returned dies with its function: what points into it points nowhere.
#include <stdlib.h>

struct node {
  struct node *self;
  int value[6];
};

static struct node make(int v, int good, struct node *home) {
  struct node n = {0};
  n.self = good ? home : &n;
  n.value[0] = v;
  return n;
}

int main(int count, char **words) {
  int error = count > 1 ? atoi(words[1]) : 0;
  struct node a;
  a = make(5, error != 1, &a);
  if (a.self->value[0] != 5) return 1; // error 1: use-after-return
  struct node b = make(6, error != 2, &a);
  return b.self->value[0] - (error == 2 ? 0 : 5); // error 2: use-after-return
}
