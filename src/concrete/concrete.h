/* The engine that just runs the program. When a run depends on nothing from outside, it
 * is the only one, and every check it does not break is safe. Otherwise some runs on
 * fixed inputs are tried, to find a bug that is easy to find; they never prove anything.
 */
#ifndef BELAY_CONCRETE_CONCRETE_H
#define BELAY_CONCRETE_CONCRETE_H

#include "ledger/engine.h"

extern const Engine concrete_engine;
/* Its first turn: no long runs of a program that has more than one. */
extern const Engine concrete_first_engine;

#endif
