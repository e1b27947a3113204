// And have the size they have.
// expect: FALSE(valid-deref) line 6
static volatile char port[2];
int main(void) {
  for (int i = 0; i < 3; i++)
    port[i] = 1; // bad
  return 0;
}
