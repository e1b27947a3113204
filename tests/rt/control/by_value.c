// A struct of two pointers that no register is left for goes by memory to another unit.
// with: by_value.part.c
#include "by_value.h"

#include <stdlib.h>

int main(int count, char **words) {
  int error = count > 1 ? atoi(words[1]) : 0;
  int *many = calloc(4, sizeof *many);
  struct pair pairs[4];
  for (int i = 0; i < 4; i++) pairs[i] = (struct pair){many, many + 4};
  pairs[3].first = many + 1;
  struct pair (*volatile call)(struct pair, struct pair, struct pair, struct pair) = last_of;
  struct pair direct = last_of(pairs[0], pairs[1], pairs[2], pairs[3]);
  struct pair got = call(pairs[0], pairs[1], pairs[2], pairs[3]);
  if (got.first != many + 1 || got.last != many + 4) return 1;
  if (direct.first != many + 1 || direct.last != many + 4) return 2;
  int end = error == 1 ? *got.last : 0; // error 1: read-past
  end += error == 2 ? *direct.last : 0; // error 2: read-past
  free(many);
  return end;
}
