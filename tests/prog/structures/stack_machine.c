// A stack of tagged values, strings among them on the heap.
// expect: TRUE
#include <stdlib.h>
#include <string.h>
#include "../require.h"
struct Value { enum { NUMBER, STRING } kind; union { int number; char *string; }; };
static struct Value stack[8];
static int top;
static void push_string(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  strcpy(copy, s);
  stack[top++] = (struct Value){STRING, .string = copy};
}
static void push_number(int n) { stack[top++] = (struct Value){NUMBER, .number = n}; }
static void pop(void) {
  if (stack[--top].kind == STRING) free(stack[top].string);
}
int main(void) {
  push_number(1);
  push_string("two");
  push_number(3);
  require(strcmp(stack[1].string, "two") == 0);
  while (top > 0) pop();
  return 0;
}
