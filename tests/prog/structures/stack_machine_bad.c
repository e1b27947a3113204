// A number is freed as if it were a string.
// expect: FALSE(valid-free) line 6
#include <stdlib.h>
struct Value { enum { NUMBER, STRING } kind; union { int number; char *string; }; };
static void drop(struct Value *v) {
  free(v->string); // bad
}
int main(void) {
  struct Value v = {NUMBER};
  v.string = 0;
  v.number = 17;
  drop(&v);
  return 0;
}
