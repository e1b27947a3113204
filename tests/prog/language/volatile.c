// volatile objects hold what is written to them.
// expect: TRUE
#include "../require.h"
static volatile struct { int a; char b[3]; } device;
int main(void) {
  device.a = 4;
  device.b[1] = 2;
  device.a += device.b[1];
  volatile int *p = &device.a;
  require(*p == 6 && device.b[0] == 0);
  return 0;
}
