// Negated as unsigned.
// expect: TRUE
// property: no-overflow
#include <limits.h>
static unsigned absolute(int x) { return x < 0 ? 0u - (unsigned)x : (unsigned)x; }
int main(void) { return absolute(INT_MIN) != 2147483648u; }
