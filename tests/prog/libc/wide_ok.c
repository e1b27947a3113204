// Wide strings.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t text[12], *found;
  char narrow[12];
  wcscpy(text, L"hello");
  wcscat(text, L"world");
  found = wcschr(text, L'w');
  printf("%zu %d %d\n", wcslen(text), (int)(found - text), wcscmp(text, L"hello") > 0);
  printf("%zu %s\n", wcstombs(narrow, text, sizeof narrow), narrow);
  printf("%zu %ls\n", mbstowcs(text, "back", 12), text);
  return 0;
}
