/* Pointers to nowhere: made from numbers, called, freed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uintptr_t number(int bug) { return bug == 2 ? 16 : 0x123456789000; }

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, local = 3;
  int *p = bug == 1 ? (int *)number(bug) : &local;
  int sum = *p;
  p = bug == 2 ? (int *)number(bug) : &local;
  sum += *p; // error 2: null
  int (*call)(const char *) = bug == 3 ? (int (*)(const char *))number(bug) : puts;
  call("called");
  if (bug == 4) free((void *)number(2)); // error 4: free-not-heap
  const char *text = "constant";
  if (bug == 5) *(volatile char *)text = 'C';
  return sum != 6;
}
// only: 64
// report 1: wild.c:11: error: pointer that points to no object
// exit 1: 97
// report 3: wild.c:15: error: pointer that points to no object
// report 3: in main,
// exit 3: 97
// report 5: wild.c:18: error: write to read-only memory
// exit 5: 97
