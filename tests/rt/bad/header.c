/* Code without checks has destroyed the allocator's data. */
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  void **block = malloc(100), **other = malloc(100);
  if (bug == 1) __asm__ volatile("movq $-1, -8(%0)" : : "r"(block) : "memory");
  free(block);
  free(other);
  return 0;
}
// only: 64
// report 1: invalid
// exit 1: 134
