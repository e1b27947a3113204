// Trimming an all-blank string walks before its start.
// expect: FALSE(valid-deref) line 6
static void trim(char *s) {
  char *end = s;
  while (*end) end++;
  while (end[-1] == ' ') // bad
    end--;
  *end = 0;
}
int main(void) {
  char text[] = "   ";
  trim(text);
  return 0;
}
