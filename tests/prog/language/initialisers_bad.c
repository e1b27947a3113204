// A flexible array member of a global has the elements of its initialiser.
// expect: FALSE(valid-deref) line 7
static struct { int n; int rest[]; } flexible = {3, {7, 8, 9}};
int main(void) {
  int sum = 0;
  for (int i = 0; i <= flexible.n; i++)
    sum += flexible.rest[i]; // bad
  return sum;
}
