// The other file's array is shorter than this one believes.
// with: linked_other.inc.c
// expect: FALSE(valid-deref) line 6
extern int shared[8];
int main(void) {
  return shared[5]; // bad
}
