/* A pointer that was hidden in a number. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static volatile uintptr_t hidden;

int main(void) {
  char *p = malloc(16);
  hidden = (uintptr_t)p ^ 0x5555;
  for (int i = 0; i < 3; i++) {
    char *q = (char *)(hidden ^ 0x5555);
    q[i] = (char)i;
  }
  puts("done");
  free(p);
  return 0;
}
