/* The ledger: every check of a program, in source order, with who closed it and why. */
#ifndef BELAY_LEDGER_LEDGER_H
#define BELAY_LEDGER_LEDGER_H

#include "base/map.h"
#include "ir/check.h"
#include "ir/inputs.h"
#include "ir/interp.h"
#include "ir/ir.h"

typedef struct CheckId {
  uint32_t id;
} CheckId;

/* Nothing lies at an address below. */
#define CHECK_NULL_ZONE 65536

typedef enum CheckStatus { CHECK_OPEN, CHECK_SAFE, CHECK_BROKEN } CheckStatus;

typedef struct Check {
  CheckKind kind;
  Val at;             /* load, store, copy, ...; alloc or realloc for lost and cleanup */
  uint8_t status;     /* CheckStatus */
  bool suspect;       /* an over-approximation says: broken if reached (still open) */
  bool but_null;      /* safe unless the address is below CHECK_NULL_ZONE (still open) */
  const char *engine; /* who decided; NULL while open */
  const char *evidence; /* in words; of an open check: why it is open, or NULL */
} Check;

/* A set of properties, one bit each (1 << PROPERTY_...). */
typedef uint32_t PropertySet;
#define PROPERTY_BIT(property) ((PropertySet)1 << (property))

typedef struct Ledger {
  Arena *arena;
  const Program *program; /* the unsliced one */
  PropertySet properties; /* those whose checks are listed */
  Vec(Check) checks;      /* by function, then instruction */
  Map by_inst;            /* instruction id -> first check of it (they are adjacent) */
  Inputs witness;         /* of the first broken check */
  CheckId witness_check;  /* IR_NONE while there is none */
  RunPath witness_path;   /* the decisions of its run */
  const char *witness_report; /* text of the violation as `belay run` prints it */
  const char *opaque_engine;  /* who showed that no run reaches an opaque instruction, an
                                 unknown function, or a call that does not fit its callee;
                                 NULL: nobody */
} Ledger;

/* Lists the checks of the given properties: those of the user's functions by source
 * position (file, line), then those of the models. No unreachable function is left out.
 */
Ledger *ledger_new(Arena *arena, const Program *program, PropertySet properties);

/* IR_NONE when there is no such check. */
CheckId ledger_find(const Ledger *ledger, CheckKind kind, Val at);
static inline Check *ledger_check(const Ledger *ledger, CheckId id) {
  return &ledger->checks.data[id.id];
}
uint32_t ledger_count(const Ledger *ledger, CheckStatus status);
const char *check_status_text(CheckStatus status);

/* "read of 4 bytes", "memory leak", ...: what is checked, for a person. */
const char *ledger_describe(const Ledger *ledger, CheckId id, Arena *arena);
/* One check a line, `file:line:col: read of 4 bytes: safe [points]: evidence`; evidence
 * of several lines goes on indented. `verbose` adds the check's number and its function.
 */
void ledger_print(const Ledger *ledger, Arena *arena, VecChar *out, bool verbose);
/* One such line, as an alarm or for `--explain`. */
void ledger_print_check(const Ledger *ledger, CheckId id, Arena *arena, VecChar *out,
                        bool verbose);

/* Saving and loading (JSON text). Loading matches the checks of the same program again,
 * by kind, function and instruction number, and fails with a message when they do not
 * fit. */
char *ledger_to_json(const Ledger *ledger, Arena *arena);
bool ledger_load_json(Ledger *ledger, const char *text, const char **error);

#endif
