// At most as many bytes as asked for.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
int main(void) {
  unsigned char bytes[3] = {0};
  size_t count = fread(bytes, 1, sizeof bytes, stdin);
  return count > 0 ? bytes[count - 1] : 0;
}
