/* stdlib.h: integer arithmetic. Compiled without -fwrapv: abs(INT_MIN) is an overflow of
 * the user's program, and so are the others here. */
#include "belay_model.h"

int abs(int value) { return value < 0 ? -value : value; }

long labs(long value) { return value < 0 ? -value : value; }

long long llabs(long long value) { return value < 0 ? -value : value; }

intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

typedef struct IntDivision {
  int quotient, remainder;
} IntDivision;

typedef struct LongDivision {
  long quotient, remainder;
} LongDivision;

typedef struct LongLongDivision {
  long long quotient, remainder;
} LongLongDivision;

IntDivision div(int dividend, int divisor) {
  return (IntDivision){dividend / divisor, dividend % divisor};
}

LongDivision ldiv(long dividend, long divisor) {
  return (LongDivision){dividend / divisor, dividend % divisor};
}

LongLongDivision lldiv(long long dividend, long long divisor) {
  return (LongLongDivision){dividend / divisor, dividend % divisor};
}

LongLongDivision imaxdiv(long long dividend, long long divisor) {
  return (LongLongDivision){dividend / divisor, dividend % divisor};
}
