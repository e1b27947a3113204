// A cast to a larger type reads beyond the object.
// expect: FALSE(valid-deref) line 6
int main(void) {
  short small[3] = {1, 2, 3};
  long long *wide = (long long *)small;
  return (int)*wide; // bad
}
