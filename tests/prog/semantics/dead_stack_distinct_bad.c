// The same holds for locals: a new call's frame does not revive the old one's pointers.
// expect: FALSE(valid-deref) line 7
static int *kept;
static void frame(int first) {
  int local = 5;
  if (first) kept = &local;
  else *kept = 6; // bad
}
int main(void) {
  frame(1);
  frame(0);
  return 0;
}
// same-address: the second call has its local where the first had it
