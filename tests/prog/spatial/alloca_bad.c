// alloca counts bytes, too.
// expect: FALSE(valid-deref) line 8
#include <alloca.h>
int main(void) {
  int n = 4;
  int *scratch = alloca(n);
  for (int i = 0; i < n; i++)
    scratch[i] = i; // bad
  return scratch[0];
}
