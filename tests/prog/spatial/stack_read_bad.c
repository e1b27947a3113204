// A loop that reads one element past a local array.
// expect: FALSE(valid-deref) line 8
int main(void) {
  int values[8];
  int sum = 0;
  for (int i = 0; i < 8; i++) values[i] = i * i;
  for (int i = 0; i <= 8; i++)
    sum += values[i]; // bad
  return sum & 1;
}
