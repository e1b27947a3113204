/* Bits of a number that are known one by one: flags, and bit-fields in memory that is not
 * initialised otherwise. A number is seen in 64 bits, widened with its sign. */
#ifndef BELAY_SHAPE_BITS_H
#define BELAY_SHAPE_BITS_H

#include "ir/ir.h"
#include "shape/graph.h"

typedef struct Bits {
  uint64_t known, bits; /* bits that are not known are zero in `bits` */
} Bits;

Bits bits_of(const ShapeValue *v);
/* False: nothing is known of the result, `width` bits wide. */
bool bits_compute(Op op, Bits a, Bits b, unsigned width, Bits *r);
Bits bits_zero_extended(Bits a, unsigned from);
Bits bits_cut(Bits a, unsigned width);
/* What both have. */
Bits bits_common(Bits a, Bits b);
/* The value with these bits; it must be new. A number when all are known. */
uint32_t graph_with_bits(Graph *g, uint32_t value, Bits b);

#endif
