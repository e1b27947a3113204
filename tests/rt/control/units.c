/* Another unit calls back and frees what this one keeps in a static variable. */
// with: units.part.c
#include <stdio.h>
#include <stdlib.h>

void elsewhere(int bug);

/* The block; with `drop` it is freed and a new one takes its place when asked. */
int *keep(int drop) {
  static int *kept;
  if (drop || !kept) {
    free(kept);
    kept = malloc(sizeof *kept);
    *kept = 7;
  }
  return kept;
}

static int *mine;
void forget(void) {
  free(mine);
  mine = NULL;
}

static int use_static(int bug) {
  int *block = keep(0);
  *block = 1;
  elsewhere(bug);
  return *block; // error 1: use-after-free
}

static int use_global(int bug) {
  int *block = mine = malloc(sizeof *mine);
  *block = 2;
  elsewhere(bug);
  int got = *block; // error 2: use-after-free
  forget();
  return got;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int sum = use_static(bug) + use_global(bug);
  printf("%d\n", sum);
  return 0;
}
// output 0: ^3$
