// __strcpy_chk writes past the array.
// expect: FALSE(valid-deref) line 6
char *__strcpy_chk(char *to, const char *from, __SIZE_TYPE__ size);
int main(void) {
  char to[4];
  __strcpy_chk(to, "abcd", sizeof to); // bad
  return to[0];
}
