// A const object is written through a cast.
// expect: FALSE(valid-deref) line 5
static const int limits[3] = {10, 20, 30};
static void raise_limit(const int *limit) {
  *(int *)limit = 99; // bad
}
int main(void) {
  raise_limit(&limits[1]);
  return 0;
}
