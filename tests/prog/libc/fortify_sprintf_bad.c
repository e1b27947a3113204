// __sprintf_chk writes past the array.
// expect: FALSE(valid-deref) line 6
int __sprintf_chk(char *to, int flag, __SIZE_TYPE__ size, const char *format, ...);
int main(void) {
  char to[4];
  __sprintf_chk(to, 1, sizeof to, "%d", 12345); // bad
  return to[0];
}
