// Wide characters take four bytes each.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t *text = malloc(6);
  if (!text) return 0;
  wcscpy(text, L"hello"); // bad
  free(text);
  return 0;
}
