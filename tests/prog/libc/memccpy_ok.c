// Copying up to a byte, swapping bytes, wiping.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
int main(void) {
  char to[8] = "", secret[4] = "abc", swapped[5] = "";
  char *end = memccpy(to, "key=value", '=', sizeof to);
  printf("%d %.4s %d\n", (int)(end - to), to, ffs(40));
  explicit_bzero(secret, sizeof secret);
  swab("abcd", swapped, 4);
  printf("%d %s\n", secret[0], swapped);
  return 0;
}
