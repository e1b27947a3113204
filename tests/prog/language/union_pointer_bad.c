// A union member written as an integer is no pointer.
// expect: FALSE(valid-deref) line 8
#include <stdint.h>
union Any { uintptr_t number; int *pointer; };
int main(void) {
  union Any any;
  any.number = 42;
  return *any.pointer; // bad
}
