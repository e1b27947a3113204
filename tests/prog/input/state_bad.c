// Calls in the right order break it, at either of two lines; inputs choose the calls.
// expect: FALSE(valid-deref)
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *session;
static void act(int what) {
  switch (what) {
  case 0: if (!session) session = calloc(1, sizeof *session); break;
  case 1: if (session) ++*session; break; // bad
  case 2: if (session && *session > 1) free(session); break;
  }
}
int main(void) {
  for (int i = 0; i < 5; i++) act(__VERIFIER_nondet_int());
  return 0;
}
