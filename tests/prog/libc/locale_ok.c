// The C locale.
// expect: TRUE
// native: compare
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *name = setlocale(LC_ALL, "C");
  printf("%s %s\n", name, localeconv()->decimal_point);
  return strcmp(setlocale(LC_ALL, NULL), "C");
}
