/* Engine `shape`: proves programs whose heaps are unbounded lists, by symbolic memory
 * graphs
 * ("Byte-Precise Verification of Low-Level List Manipulation", Dudka, Peringer, Vojnar).
 */
#ifndef BELAY_SHAPE_SHAPE_H
#define BELAY_SHAPE_SHAPE_H

#include "ledger/engine.h"
#include "shape/watch.h"

extern const Engine shape_engine;

/* Runs the analysis in this process, at most so many seconds (0: no limit), and keeps the
 * graphs of watched instructions. NULL, or why they are perhaps not all there are. */
const char *shape_look(const Ledger *ledger, const EngineOptions *options, double seconds,
                       Watch *watch);

#endif
