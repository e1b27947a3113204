#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int odd;

static void count(int i) {
  if (i % 2) odd++;
}
static void loop(void) {
  for (int i = 0; i < 20; i++)
    count(i);
}
int main(void) {
  loop();
  int n = __VERIFIER_nondet_int();
  switch (n) {
  case 3: break;
  case 4: n++; break;
  default: return 0;
  }
  if (n == 4) return 1;
  char *p = malloc(4);
  *p = (char)n;
  free(p);
  return 0;
}
