// The checked variants of the headers do the same.
// expect: TRUE
// native: compare
#define _FORTIFY_SOURCE 2
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[16];
  memset(text, 0, sizeof text);
  strcpy(text, "one");
  strcat(text, "two");
  strncat(text, "three", 2);
  puts(text);
  snprintf(text, sizeof text, "%d-%s", 42, "x");
  puts(text);
  sprintf(text, "%05d", 7);
  printf("%s %s\n", text, "end");
  fprintf(stdout, "%c\n", 'x');
  memcpy(text, "abc", 4);
  return text[0];
}
