// A bit shifted into the sign.
// expect: FALSE(no-overflow) line 7
// property: no-overflow
int main(void) {
  int mask = 1;
  for (int i = 0; i < 31; i++)
    mask = mask << 1; // bad
  return mask == 0;
}
