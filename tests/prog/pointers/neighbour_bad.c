// A pointer past one variable does not reach its neighbour.
// expect: FALSE(valid-deref) line 7
static int first[4], second[4];
int main(void) {
  int *p = first;
  for (int i = 0; i < 8; i++)
    p[i] = i; // bad
  return second[0];
}
