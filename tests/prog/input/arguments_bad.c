// The first argument is used although there may be none.
// expect: FALSE(valid-deref) line 5
// needs: symbolic
int main(int argc, char **argv) {
  return argv[1][0] == '-'; // bad
}
