// Cutting a string into words.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[] = "  one, two,three  ", other[] = "a=1;b=2", fields[] = "x,,y";
  for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,")) puts(word);
  char *rest, *inner;
  for (char *pair = strtok_r(other, ";", &rest); pair; pair = strtok_r(NULL, ";", &rest))
    printf("%s:%s\n", strtok_r(pair, "=", &inner), strtok_r(NULL, "=", &inner));
  char *at = fields;
  for (char *field = strsep(&at, ","); field; field = strsep(&at, ",")) printf("<%s>\n", field);
  return 0;
}
