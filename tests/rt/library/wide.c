/* Wide characters: strings that do not fit or do not end, the tables of ctype.h. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, code = 'a';
  wchar_t small[8], *open = malloc(4 * sizeof *open);
  wmemset(open, L'x', bug == 1 ? 4 : 3);
  if (bug != 1) open[3] = 0;
  size_t length = wcslen(open); // error 1: read-past
  wcscpy(small, bug == 2 ? L"12345678" : L"1234567"); // error 2: write-past
  wcsncpy(small, L"ab", bug == 3 ? 9 : 8); // error 3: write-past
  wcscat(small, bug == 4 ? L"cdefgh" : L"cdefg"); // error 4: write-past
  wmemcpy(small, L"0123", bug == 5 ? 6 : 5); // error 5: read-past
  length += (size_t)swprintf(small, bug == 6 ? 20 : 8, L"%d-%ls", 12, bug == 6 ? L"34567" : L"3456"); // error 6: write-past
  wmemset(open, L'y', bug == 7 ? 5 : 3); // error 7: write-past
  open[3] = bug == 8 ? L'z' : 0;
  length += (size_t)swprintf(small, 8, L"%.7ls", open); // error 8: read-past
  wchar_t *copy = wcsdup(small), *found = wcschr(copy, L'y');
  length += (size_t)found[bug == 9 ? 4 : 3]; // error 9: read-past
  free(copy);
  if (bug != 10) copy = small;
  length += wcslen(copy); // error 10: use-after-free
  if (bug == 11) code = 10000;
  printf("%zu %d %d\n", length, isalpha(code) != 0, toupper('b')); // error 11: read-past
  free(open);
  return 0;
}
