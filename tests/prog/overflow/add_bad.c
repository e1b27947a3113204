// A running sum leaves int.
// expect: FALSE(no-overflow) line 7
// property: no-overflow
int main(void) {
  int sum = 2000000000;
  for (int i = 0; i < 3; i++)
    sum = sum + 100000000; // bad
  return sum & 1;
}
