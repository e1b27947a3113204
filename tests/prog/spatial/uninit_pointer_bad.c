// One branch forgets to set the pointer.
// expect: FALSE(valid-deref) line 7
static int storage;
static int choose(int which) {
  int *p;
  if (which > 10) p = &storage;
  return *p; // bad
}
int main(void) { return choose(3); }
