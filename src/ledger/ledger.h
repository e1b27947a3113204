/* The ledger: every check of a program, in source order, with who closed it and why. */
#ifndef BELAY_LEDGER_LEDGER_H
#define BELAY_LEDGER_LEDGER_H

#include "ir/check.h"
#include "ir/inputs.h"
#include "ir/ir.h"

typedef struct CheckId {
  uint32_t id;
} CheckId;

typedef enum CheckStatus { CHECK_OPEN, CHECK_SAFE, CHECK_BROKEN } CheckStatus;

typedef struct Check {
  CheckKind kind;
  Val at;              /* load, store, copy, ...; alloc or realloc for lost and cleanup */
  uint8_t status;      /* CheckStatus */
  bool suspect;        /* an over-approximation says: broken if reached (still open) */
  const char *engine;  /* who decided; NULL while open */
  const char *evidence; /* in words, for a person; for an open check why it is so, or NULL */
} Check;

typedef struct Ledger {
  Arena *arena;
  const Program *program; /* the unsliced one */
  Vec(Check) checks;      /* by function, then instruction */
  Map by_inst;            /* instruction id -> first check of it (they are adjacent) */
  Inputs witness;         /* of the first broken check */
  CheckId witness_check;  /* IR_NONE while there is none */
  const char *witness_report; /* text of the violation as `belay run` prints it */
} Ledger;

/* A set of properties, one bit each (1 << PROPERTY_...). */
typedef uint32_t PropertySet;
#define PROPERTY_BIT(property) ((PropertySet)1 << (property))

/* Lists the checks of the given properties. No unreachable function is left out. */
Ledger *ledger_new(Arena *arena, const Program *program, PropertySet properties);

/* IR_NONE when there is no such check. */
CheckId ledger_find(const Ledger *ledger, CheckKind kind, Val at);
static inline Check *ledger_check(const Ledger *ledger, CheckId id) {
  return &ledger->checks.data[id.id];
}
uint32_t ledger_count(const Ledger *ledger, CheckStatus status);

/* Saving and loading (JSON text). Loading matches the checks of the same program again, by
 * kind, function and instruction number, and fails with a message when they do not fit. */
char *ledger_to_json(const Ledger *ledger, Arena *arena);
bool ledger_load_json(Ledger *ledger, const char *text, const char **error);

#endif
