// Classes of all bytes and of EOF.
// expect: TRUE
// native: compare
#include <ctype.h>
#include <stdio.h>
int main(void) {
  for (int c = -1; c < 256; c++)
    printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", !!isalpha(c), !!isdigit(c), !!isalnum(c),
           !!isspace(c), !!isupper(c), !!islower(c), !!ispunct(c), !!isprint(c), !!iscntrl(c),
           !!isxdigit(c), !!isgraph(c), !!isblank(c), toupper(c), tolower(c));
  return (isalpha)('a') != 0;
}
