// The order of the two tests matters.
// expect: FALSE(valid-deref) line 6
static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int value = a[i], k = i;
    while (a[k - 1] > value && k > 0) { // bad
      a[k] = a[k - 1];
      k--;
    }
    a[k] = value;
  }
}
int main(void) {
  int a[] = {5, 2, 9};
  sort(a, 3);
  return 0;
}
