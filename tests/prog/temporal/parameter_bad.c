// The address of a parameter is kept in a global.
// expect: FALSE(valid-deref) line 7
static int *saved;
static void save(int value) { saved = &value; }
int main(void) {
  save(4);
  return *saved; // bad
}
