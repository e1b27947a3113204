// A string literal cannot be written.
// expect: FALSE(valid-deref) line 6
static void upper(char *s) {
  for (; *s; s++)
    if (*s >= 'a' && *s <= 'z')
      *s = (char)(*s - 'a' + 'A'); // bad
}
int main(void) {
  char *word = "shout";
  upper(word);
  return 0;
}
