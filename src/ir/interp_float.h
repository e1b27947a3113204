/* Bit patterns and floats, for the interpreter's float files. */
#ifndef BELAY_IR_INTERP_FLOAT_H
#define BELAY_IR_INTERP_FLOAT_H

#include "ir/interp_state.h"

/* width: 32, 64 or 80. */
long double interp_to_float(Bits bits, unsigned width);
/* Rounds to the width; exact for a value that came from it. */
Bits interp_from_float(long double value, unsigned width);

#endif
