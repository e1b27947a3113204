/* What a ledger says about the program as a whole: TRUE when every check is closed and
 * nothing that runs is unknown, FALSE(property) when a check is broken (and so was seen
 * broken in a run), UNKNOWN with the reasons otherwise. */
#ifndef BELAY_LEDGER_VERDICT_H
#define BELAY_LEDGER_VERDICT_H

#include "ledger/engine.h"
#include "ledger/ledger.h"

typedef enum VerdictKind { VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN } VerdictKind;

typedef struct VerdictReason {
  const char *text;
  uint32_t checks; /* open for this reason; 0 when it is not about single checks */
  CheckId first;   /* of those; IR_NONE when there is none */
} VerdictReason;

typedef struct Verdict {
  VerdictKind kind;
  Property property;             /* FALSE: the one that does not hold */
  CheckId broken;                /* FALSE: the check; IR_NONE otherwise */
  Vec(VerdictReason) reasons;    /* UNKNOWN: the most checks first */
  Vec(const char *) assumptions; /* what the verdict rests on, in words */
} Verdict;

/* An engine that ran, for its reasons. */
typedef struct VerdictEngine {
  const char *name;
  const EngineResult *result;
} VerdictEngine;

/* `properties`: of those that the ledger was made for. */
Verdict verdict_of(const Ledger *ledger, PropertySet properties,
                   const VerdictEngine *engines, uint32_t engine_count, Arena *arena);
/* "TRUE", "FALSE(valid-deref)", "UNKNOWN". */
const char *verdict_text(const Verdict *verdict, Arena *arena);

#endif
