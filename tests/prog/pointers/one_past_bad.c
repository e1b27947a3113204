// The end pointer is used.
// expect: FALSE(valid-deref) line 4
static int last_of(const int *end) {
  return *end; // bad
}
int main(void) {
  int values[5] = {1, 2, 3, 4, 5};
  return last_of(values + 5);
}
