/* Engine `symbolic`: explores the program path by path. Finds a path that breaks a check
 * (replayed by the runner before anybody is told) and closes the checks of a program whose
 * paths it finishes. */
#ifndef BELAY_SYMBOLIC_SYMBOLIC_H
#define BELAY_SYMBOLIC_SYMBOLIC_H

#include "ledger/engine.h"

extern const Engine symbolic_engine;

#endif
