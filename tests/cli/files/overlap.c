#include <string.h>

int main(void) {
  char text[8] = "abcdef";
  memcpy(text + 1, text, 4);
  return 0;
}
