// A pointer to a variable of an inner block outlives the block.
// expect: FALSE(valid-deref) line 9
int main(void) {
  int *p;
  {
    int inner = 7;
    p = &inner;
  }
  return *p - 7; // bad
}
