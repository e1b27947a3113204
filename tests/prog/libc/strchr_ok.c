// Searching bytes.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *text = "a/b/c";
  char bytes[4] = {1, 2, 3, 2};
  printf("%s %s %d\n", strchr(text, '/'), strrchr(text, '/'), strchr(text, 'x') == NULL);
  printf("%d %d\n", (int)(strchr(text, 0) - text), (int)(strchrnul(text, 'x') - text));
  printf("%d %d %d\n", (int)((char *)memchr(bytes, 2, 4) - bytes),
         (int)((char *)memrchr(bytes, 2, 4) - bytes), memchr(bytes, 9, 4) == NULL);
  printf("%zu %zu %s\n", strspn("aabc", "ab"), strcspn("aabc", "c"), strpbrk(text, "cb"));
  return 0;
}
