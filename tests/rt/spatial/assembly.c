/* What assembly writes through an operand is written, though nobody else has the address. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int table[4] = {1, 2, 3, 4}, index = 0, length = 0, one = 1, *p = &one;
  __asm__("movl %1, %0" : "=m"(index) : "r"(bug == 1 ? 7 : 2));
  printf("%d\n", table[index]); // error 1: read-past
  __asm__ volatile("movl %1, (%0)" : : "r"(&length), "r"(bug == 2 ? -1 : 3) : "memory");
  printf("%d\n", table[length]); // error 2: read-before
  if (bug == 3) __asm__("xorl %%eax, %%eax\n\tmov %%eax, %0" : "=m"(*(int *)&p) : : "eax", "cc");
  if (bug == 3) __asm__("movl $0, %0" : "=m"(((int *)&p)[sizeof p / 4 - 1]));
  printf("%d\n", *p); // error 3: null
  return 0;
}
