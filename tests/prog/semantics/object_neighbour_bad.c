// A pointer is (object, byte offset): it does not reach another object, whatever lies there.
// expect: FALSE(valid-deref) line 7
static struct { int a[2]; } one;
static struct { int a[2]; } two;
static int first_out(int *p, int *q) {
  long distance = (long)((char *)q - (char *)p);
  return *(int *)((char *)p + distance); // bad
}
int main(void) { return first_out(one.a, two.a); }
