// The input is cut to the table's size.
// expect: TRUE
// needs: symbolic
extern unsigned char __VERIFIER_nondet_uchar(void);
static int marks[16];
static void visit(int depth, int limit) {
  marks[depth] = 1;
  if (depth < limit) visit(depth + 1, limit);
}
int main(void) {
  visit(0, __VERIFIER_nondet_uchar() % 16);
  return 0;
}
