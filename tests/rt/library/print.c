/* printf and sprintf: what they read, what they write. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(to, size, format, list); // error 4: write-past
  va_end(list);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char to[16], *open = malloc(4), *gone = strdup("gone"), *kept = strdup("kept");
  memcpy(open, "abcd", 4);
  free(gone);
  sprintf(to, "%d-%s", 1234567, bug == 1 ? "01234567" : "0123456"); // error 1: write-past
  printf("%.*s|%s\n", bug == 2 ? 5 : 4, open, to); // error 2: read-past
  printf("%5d %ld %s\n", 3, 4L, bug == 3 ? gone : kept); // error 3: use-after-free
  say(to, bug == 4 ? 40 : 16, "%s and %s", "a long word", "another one");
  char *made = NULL;
  int length = asprintf(&made, "%s!", to);
  printf("%d %c\n", length, made[bug == 5 ? length + 1 : 0]); // error 5: read-past
  free(made);
  free(kept);
  free(open);
  return 0;
}
