// One string behind another, both of any length; the room was made for both.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *any_string(int room, int length) {
  char *s = malloc(room);
  s[length] = 0;
  return s;
}
static void join(char *to, const char *from) {
  while (*to) to++;
  while ((*to++ = *from++)) {}
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0 || a > 100000 || b > 100000) return 0;
  char *to = any_string(a + b + 1, a), *from = any_string(b + 1, b);
  join(to, from);
  free(to);
  free(from);
  return 0;
}
