// The parser steps over the end of an unclosed list.
// expect: FALSE(valid-deref) line 6
static const char *list(const char *s);
static const char *item(const char *s) { return *s == '(' ? list(s + 1) + 1 : s + 1; }
static const char *list(const char *s) {
  while (*s && *s != ')') // bad
    s = item(s);
  return s;
}
int main(void) { return *list("a(b"); }
