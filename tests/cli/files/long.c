/* Some checks are closed at once; the last ones take long. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int first[4] = {0};
  first[2] = 1;
  int *kept[4000];
  unsigned hash = 1;
  for (int i = 0; i < 4000; i++) {
    kept[i] = malloc(400);
    int x = __VERIFIER_nondet_int();
    hash = hash * 31 + (unsigned)x;
    if (hash % 7 == 3) hash ^= hash >> 5;
    kept[i][hash % 100] = x;
  }
  int at = (int)(hash % 4000);
  return first[2] + kept[at][hash % 100];
}
