// Quicksort by recursion on pointers.
// expect: TRUE
#include "../require.h"
static void sort(int *from, int *end) {
  if (end - from < 2) return;
  int pivot = from[(end - from) / 2];
  int *low = from, *high = end - 1;
  while (low <= high) {
    while (*low < pivot) low++;
    while (*high > pivot) high--;
    if (low <= high) {
      int swap = *low;
      *low++ = *high;
      *high-- = swap;
    }
  }
  sort(from, high + 1);
  sort(low, end);
}
int main(void) {
  int a[50];
  for (int i = 0; i < 50; i++) a[i] = i * 37 % 50;
  sort(a, a + 50);
  for (int i = 0; i < 50; i++) require(a[i] == i);
  return 0;
}
