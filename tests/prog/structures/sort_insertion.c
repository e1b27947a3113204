// Insertion sort of a local array.
// expect: TRUE
#include "../require.h"
static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int value = a[i], k = i;
    while (k > 0 && a[k - 1] > value) {
      a[k] = a[k - 1];
      k--;
    }
    a[k] = value;
  }
}
int main(void) {
  int a[] = {5, 2, 9, -4, 5, 0, 7};
  sort(a, 7);
  for (int i = 1; i < 7; i++) require(a[i - 1] <= a[i]);
  require(a[0] == -4 && a[6] == 9);
  return 0;
}
