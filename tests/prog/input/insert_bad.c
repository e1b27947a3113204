// A sorted array takes one element too many.
// expect: FALSE(valid-deref)
// needs: symbolic
int __VERIFIER_nondet_int(void);
static int sorted[4], used;
static void insert(int x) {
  int at = used;
  if (used > 4) return;
  while (at > 0 && sorted[at - 1] > x) {
    sorted[at] = sorted[at - 1];
    at--;
  }
  sorted[at] = x;
  used++;
}
int main(void) {
  for (int i = 0; i < 6; i++) insert(__VERIFIER_nondet_int());
  return sorted[0];
}
