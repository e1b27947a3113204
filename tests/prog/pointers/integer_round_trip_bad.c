// What came back from an integer is checked like any pointer.
// expect: FALSE(valid-deref) line 8
#include <stdint.h>
int main(void) {
  int values[3] = {5, 6, 7};
  uintptr_t address = (uintptr_t)values;
  address += sizeof values;
  return *(int *)address; // bad
}
