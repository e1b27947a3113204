// gets has no limit.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
char *gets(char *to);
int main(void) {
  char line[4];
  gets(line); // bad
  return 0;
}
