// The element before the first is still out.
// expect: FALSE(valid-deref) line 8
int main(void) {
  int values[4] = {1, 2, 3, 4};
  int *one_based = values - 1;
  int sum = 0;
  for (int i = 0; i <= 4; i++)
    sum += one_based[i]; // bad
  return sum;
}
