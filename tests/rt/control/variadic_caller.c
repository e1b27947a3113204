// A call with few arguments after one with many: the caller's variables keep their referents.
#include <stdarg.h>
#include <stdlib.h>

static __attribute__((noinline)) int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int got = 0;
  for (int i = 0; i < count; i++) got += *va_arg(list, int *);
  va_end(list);
  return got;
}

struct keeper {
  int *all[12];
};

static __attribute__((noinline)) int use(struct keeper *k) {
  int got = 0;
  for (int i = 0; i < 12; i++) got += *k->all[i]; // error 1: use-after-free
  return got;
}

static __attribute__((noinline)) int last(int *block, int error) {
  struct keeper k;
  for (int i = 0; i < 12; i++) k.all[i] = block;
  int got = sum(1, block);
  if (error == 1) free(block);
  got += use(&k);
  return got;
}

int main(int count, char **words) {
  int error = count > 1 ? atoi(words[1]) : 0;
  int *old = calloc(1, sizeof *old), *block = calloc(1, sizeof *block);
  int got = sum(14, old, old, old, old, old, old, old, old, old, old, old, old, old, old);
  free(old);
  got += last(block, error);
  free(block);
  return got;
}
