/* The address of a local is returned, through another function, and read. */
static int *same(int *pointer) { return pointer; }

static int *local_address(void) {
#ifdef FIXED
  static int local = 3;
#else
  int local = 3;
#endif
  return same(&local);
}

int main(void) {
  int *stale = local_address();
  int value = *stale; // error 1: use-after-return
  (void)value;
  return 0;
}
