// Searching strings.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *text = "the cat sat on the mat";
  printf("%s|%s|%d\n", strstr(text, "at"), strstr(text, ""), strstr(text, "dog") == NULL);
  printf("%s\n", strcasestr(text, "ON"));
  printf("%d\n", (int)((char *)memmem(text, 22, "mat", 3) - text));
  return 0;
}
