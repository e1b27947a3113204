// Labels as values drive a small machine.
// expect: TRUE
#include "../require.h"
static int run(const unsigned char *code) {
  static void *const table[] = {&&halt, &&increment, &&twice};
  int acc = 0;
  goto *table[*code++];
increment:
  acc++;
  goto *table[*code++];
twice:
  acc *= 2;
  goto *table[*code++];
halt:
  return acc;
}
int main(void) {
  require(run((const unsigned char[]){1, 2, 2, 1, 0}) == 5);
  return 0;
}
