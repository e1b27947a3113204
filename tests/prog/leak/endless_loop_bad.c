// The block is lost in a loop that never ends, so no end of the program shows it.
// expect: UNKNOWN
// because: the interpreter looks for lost blocks where a run ends, and no run does
// options: --timeout 3
// arch: 64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
int table[4];
int main(void) {
  kept = malloc(4);
  int count = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x == 7654321) kept = 0; // lost
    count++;
    table[x & 3] = count;
  }
}
