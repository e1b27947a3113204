/* Which properties are asked for: a name, or a file in SV-COMP's .prp format. */
#ifndef BELAY_CLI_PROPERTY_H
#define BELAY_CLI_PROPERTY_H

#include "base/arena.h"
#include "ledger/ledger.h"

/* What `belay check` looks for by itself: valid-memsafety and valid-copy. */
PropertySet property_default(void);
/* NULL, or what is wrong with the argument of --property; *set is then untouched. */
const char *property_parse(Arena *arena, const char *argument, PropertySet *set);
/* The text of a .prp file: lines `CHECK( init(main()), LTL(G valid-free) )`. */
const char *property_parse_prp(Arena *arena, const char *text, PropertySet *set);
/* "valid-deref, valid-free" */
const char *property_list(Arena *arena, PropertySet set);

#endif
