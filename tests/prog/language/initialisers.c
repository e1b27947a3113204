// Initial values of globals: addresses with offsets, differences, nested pointers, functions.
// expect: TRUE
#include <stdint.h>
#include "../require.h"
static int numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static int *middle = &numbers[5] - 1;
static int *const bounds[] = {numbers, numbers + 8};
static struct { struct { int *p; char tag; } inner; uintptr_t address; } record = {
  {&numbers[2], 'x'}, (uintptr_t)&numbers[3]};
static const char *words[][2] = {{"a", "bc"}, {[1] = "def"}};
static int add(int a) { return a + 1; }
static int (*table[2])(int) = {[1] = add};
static struct { int n; int rest[]; } flexible = {3, {7, 8, 9}};
static long difference = sizeof numbers / sizeof *numbers;
int main(void) {
  require(*middle == 4 && bounds[1] - bounds[0] == difference);
  require(*record.inner.p == 2 && *(int *)record.address == 3 && record.inner.tag == 'x');
  require(words[0][1][1] == 'c' && !words[1][0] && words[1][1][2] == 'f');
  require(!table[0] && table[1](4) == 5 && flexible.rest[2] == 9);
  return 0;
}
