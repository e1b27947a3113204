/* Structs assigned and returned by value carry stale pointers along. */
#include <stdio.h>
#include <stdlib.h>

struct view {
  char *text;
  int length;
};
struct line {
  struct view key, value;
};

static char empty[8] = "empty";

__attribute__((noinline)) static struct view make(int stale) {
  char local[8] = "local";
  struct view view = {stale ? local : empty, 5};
  return view;
}

__attribute__((noinline)) static int use_stack(void) {
  volatile char bytes[64] = "something else on the stack";
  return bytes[5];
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct view view = make(bug == 1);
  int sum = use_stack();
  sum += view.text[1]; // error 1: use-after-return
  struct line first = {{malloc(8), 8}, {malloc(8), 8}}, second;
  first.value.text[0] = 'v';
  second = first;
  free(first.value.text);
  first.value.text = malloc(8);
  first.value.text[0] = 'w';
  struct line *third = &second;
  if (bug != 2) third = &first;
  sum += third->value.text[0]; // error 2: use-after-free
  printf("%d\n", sum);
  free(first.key.text);
  free(first.value.text);
  return 0;
}
