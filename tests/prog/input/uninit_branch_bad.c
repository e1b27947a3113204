// A branch on an uninitialised value: one way is not.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
int main(void) {
  int unset;
  if (unset == 12345)
    return *(int *)0; // bad
  return 0;
}
