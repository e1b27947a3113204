// Pointers to pointers to pointers.
// expect: TRUE
#include "../require.h"
static void set(int ***where, int **what) { *where = what; }
int main(void) {
  int a = 1, b = 2;
  int *pa = &a, *pb = &b;
  int **pp = &pa;
  set(&pp, &pb);
  **pp = 5;
  require(a == 1 && b == 5);
  *pp = pa;
  **pp = 6;
  require(a == 6 && pb == pa);
  return 0;
}
