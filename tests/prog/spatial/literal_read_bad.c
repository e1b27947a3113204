// Reading behind the terminator of a string literal.
// expect: FALSE(valid-deref) line 7
int main(void) {
  const char *name = "belay";
  int sum = 0;
  for (int i = 0; i < 7; i++)
    sum += name[i]; // bad
  return sum & 1;
}
