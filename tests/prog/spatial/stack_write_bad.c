// A callee writes as many elements as it was told, one more than the caller's array has.
// expect: FALSE(valid-deref) line 5
static void fill(short *to, int count) {
  for (int i = 0; i < count; i++)
    to[i] = (short)i; // bad
}
int main(void) {
  short row[5];
  fill(row, 6);
  return row[0];
}
