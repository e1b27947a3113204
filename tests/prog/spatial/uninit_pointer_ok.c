// Every branch sets the pointer.
// expect: TRUE
static int storage, other;
static int choose(int which) {
  int *p;
  if (which > 10) p = &storage;
  else p = &other;
  return *p;
}
int main(void) { return choose(3); }
