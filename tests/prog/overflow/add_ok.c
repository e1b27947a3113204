// Summed in a wider type.
// expect: TRUE
// property: no-overflow
int main(void) {
  long long sum = 2000000000;
  for (int i = 0; i < 3; i++) sum = sum + 100000000;
  return (int)(sum & 1);
}
