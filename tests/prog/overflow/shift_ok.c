// Shifted as unsigned.
// expect: TRUE
// property: no-overflow
int main(void) {
  unsigned mask = 1;
  for (int i = 0; i < 32; i++) mask = mask << 1;
  return (int)mask;
}
