/* A block costs memory when the program writes to it, not before. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 1 << 24, PAGE = 4096 };

static unsigned pages_there(char *start) {
  static unsigned char there[SIZE / PAGE];
  unsigned count = 0;
  if (mincore(start, SIZE, there)) return SIZE;
  for (int i = 0; i < SIZE / PAGE; i++) count += there[i] & 1;
  return count;
}

int main(int argc, char **argv) {
  char *block = aligned_alloc(PAGE, SIZE + PAGE);
  if (!block) return 1;
  if (pages_there(block) > 16) return 2;
  if (argc > 1 && atoi(argv[1]) == 1) block[SIZE + PAGE] = 1; // error 1: write-past
  free(block);
  return 0;
}
