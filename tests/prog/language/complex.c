// Complex numbers.
// expect: TRUE
#include <complex.h>
#include "../require.h"
static double _Complex times(double _Complex a, double _Complex b) { return a * b; }
int main(void) {
  double _Complex z = times(1.0 + 2.0 * I, 3.0 - 1.0 * I);
  require(__real__ z == 5.0 && __imag__ z == 5.0);
  float _Complex w[2] = {1.0f, 2.0f * I};
  w[0] += w[1];
  require(__real__ w[0] == 1.0f && __imag__ w[0] == 2.0f);
  return 0;
}
