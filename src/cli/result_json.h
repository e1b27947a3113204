/* The result of `belay check` and the list of `belay checks` as JSON; docs/json.md. */
#ifndef BELAY_CLI_RESULT_JSON_H
#define BELAY_CLI_RESULT_JSON_H

#include "base/opt.h"
#include "cli/pipeline.h"

/* NUL-terminated, one newline at the end. */
const char *json_of_outcome(Arena *arena, const Options *options, PropertySet properties,
                            const Outcome *outcome, const char *verdict);
const char *json_of_checks(Arena *arena, const Ledger *ledger);

#endif
