/* Regions made forbidden, in blocks of every kind, and allowed again. */
#include <belay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char table[64];

static int sum_of(const char *bytes, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += bytes[i]; // error 4: poisoned
  return sum;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char *heap = calloc(1, 100), local[32] = "local";
  belay_poison(heap + 40, 8);
  belay_poison(table + 16, 4);
  belay_poison(local + 8, 24);
  int sum = heap[39] + heap[48] + table[15] + table[20] + local[7];
  if (bug == 1) heap[40] = 1; // error 1: poisoned
  if (bug == 2) sum += table[19]; // error 2: poisoned
  if (bug == 3) local[31] = 'x'; // error 3: poisoned
  sum += sum_of(heap, bug == 4 ? 41 : 40) + sum_of(heap + 48, 52);
  if (bug == 5) memset(heap, 0, 100); // error 5: poisoned
  belay_unpoison(heap + 40, 4);
  heap[43] = 1;
  if (bug == 6) sum += *(int *)(void *)(heap + 42); // error 6: poisoned
  belay_unpoison(heap + 44, 4);
  belay_unpoison(table, 64);
  belay_unpoison(local, 32);
  memset(heap, 1, 100);
  memset(table, 1, 64);
  local[31] = 'x';
  if (bug == 7) heap[100] = 1; // error 7: write-past
  if (bug == 8) belay_poison(heap + 90, 11); // error 8: write-past
  belay_poison(heap, 100);
  if (bug == 9) sum += *heap; // error 9: poisoned
  free(heap);
  if (bug == 10) sum += *heap; // error 10: use-after-free
  if (sum < 0) puts("less");
  return 0;
}
// report 1: error: use of a poisoned region \[CWE-119\]: 1 byte at offset 40 of a heap block of 100 bytes
// report 2: 1 byte at offset 19 of `table`, 64 bytes
// report 3: 1 byte at offset 31 of `local`, 32 bytes
// report 5: 100 bytes at offset 0 of a heap block of 100 bytes(, by memset)?$
