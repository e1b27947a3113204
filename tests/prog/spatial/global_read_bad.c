// A sentinel that is not there: the search runs off a global table.
// expect: FALSE(valid-deref) line 6
static const int primes[] = {2, 3, 5, 7, 11};
static int find(int wanted) {
  int i = 0;
  while (primes[i] != wanted) // bad
    i++;
  return i;
}
int main(void) { return find(9); }
