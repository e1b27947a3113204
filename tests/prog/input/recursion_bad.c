// A recursion as deep as the input says, over a table of fixed size.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
extern unsigned char __VERIFIER_nondet_uchar(void);
static int marks[16];
static void visit(int depth, int limit) {
  marks[depth] = 1; // bad
  if (depth < limit) visit(depth + 1, limit);
}
int main(void) {
  visit(0, __VERIFIER_nondet_uchar() % 20);
  return 0;
}
