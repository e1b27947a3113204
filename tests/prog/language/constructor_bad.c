// An error before main is an error.
// expect: FALSE(valid-deref) line 6
static int table[4];
__attribute__((constructor)) static void fill(void) {
  for (int i = 0; i <= 4; i++)
    table[i] = i; // bad
}
int main(void) { return 0; }
