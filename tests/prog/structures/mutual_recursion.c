// Two functions that parse nested brackets by calling each other.
// expect: TRUE
#include "../require.h"
static const char *list(const char *s, int *depth);
static const char *item(const char *s, int *depth) {
  if (*s == '(') {
    int inner = 0;
    s = list(s + 1, &inner);
    if (inner + 1 > *depth) *depth = inner + 1;
    return *s == ')' ? s + 1 : s;
  }
  return s + 1;
}
static const char *list(const char *s, int *depth) {
  while (*s && *s != ')') s = item(s, depth);
  return s;
}
int main(void) {
  int depth = 0;
  const char *end = list("a(b(c)d)((()))e", &depth);
  require(*end == 0 && depth == 3);
  return 0;
}
