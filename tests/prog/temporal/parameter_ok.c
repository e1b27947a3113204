// The parameter's address is used during the call alone.
// expect: TRUE
static void add(int *to, int by) { *to += by; }
static int twice(int value) {
  add(&value, value);
  return value;
}
int main(void) { return twice(4) - 8; }
