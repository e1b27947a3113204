// A branch on an uninitialised value: both ways are safe.
// expect: TRUE
// needs: symbolic
static int table[2];
int main(void) {
  int unset;
  return table[unset != 0];
}
