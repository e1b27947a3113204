// A message "B", length, length bytes, "E" closes a buffer that a second "B" uses.
// expect: FALSE(valid-free)
// needs: symbolic
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char *buffer = NULL;
  unsigned length = 0, used = 0;
  for (int i = 0; i < 5; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 'B' && !buffer) {
      length = __VERIFIER_nondet_uchar() & 7;
      buffer = malloc(length + 1);
      used = 0;
    } else if (c == 'E') {
      free(buffer); // the pointer stays
      if (used == length) buffer = NULL;
    } else if (buffer && used < length) {
      buffer[used++] = (char)c;
    }
  }
  free(buffer);
  return 0;
}
