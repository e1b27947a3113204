/* Engine `shape`: proves programs whose heaps are unbounded lists, by symbolic memory
 * graphs
 * ("Byte-Precise Verification of Low-Level List Manipulation", Dudka, Peringer, Vojnar).
 */
#ifndef BELAY_SHAPE_SHAPE_H
#define BELAY_SHAPE_SHAPE_H

#include "ledger/engine.h"

extern const Engine shape_engine;

#endif
