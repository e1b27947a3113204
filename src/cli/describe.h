/* Checks in words, for a person. */
#ifndef BELAY_CLI_DESCRIBE_H
#define BELAY_CLI_DESCRIBE_H

#include <stdio.h>

#include "ledger/ledger.h"

typedef Vec(CheckId) CheckList;

/* "examples/list.c:12:3" */
const char *describe_place(const Ledger *ledger, const Check *check, Arena *arena);

/* The open checks by reason, in at most about twenty lines unless all are wanted. */
void describe_residue(const Ledger *ledger, bool all, Arena *arena, FILE *out);

/* How the run to the broken check went: report_path. */
void describe_path(const Ledger *ledger, bool all, Arena *arena, FILE *out);

/* The checks that --explain names: a number, or file:line[:column], or a line. NULL, or
 * what is wrong. */
const char *describe_select(const Ledger *ledger, const char *which, Arena *arena,
                            CheckList *found);
/* All about one check. */
void describe_explain(const Ledger *ledger, CheckId id, Arena *arena, FILE *out);

#endif
