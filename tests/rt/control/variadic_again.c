// The memory of a list of arguments held other pointers before: they are not the list's.
#include <stdarg.h>
#include <stdlib.h>

static __attribute__((noinline)) int fill(int *block) {
  int *volatile many[200];
  for (int i = 0; i < 200; i++) many[i] = block;
  return *many[199];
}

static __attribute__((noinline)) int sum_list(int count, va_list list) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(list, int);
  for (int i = 0; i < 2; i++) sum += *va_arg(list, int *); // error 1: read-past
  return sum;
}

static __attribute__((noinline)) int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int got = sum_list(count, list);
  va_end(list);
  return got;
}

int main(int count, char **words) {
  int error = count > 1 ? atoi(words[1]) : 0;
  int *block = calloc(1, sizeof *block);
  int *other = calloc(1, sizeof *other);
  int start = fill(block);
  int got = sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9, block, error == 1 ? other + 1 : other);
  free(block);
  free(other);
  return start + got != 45;
}
