// A vector load reads all its elements.
// expect: FALSE(valid-deref) line 6
typedef int Four __attribute__((vector_size(16), aligned(4)));
int main(void) {
  int values[6] = {1, 2, 3, 4, 5, 6};
  Four v = *(Four *)(values + 3); // bad
  return v[0] - 4;
}
