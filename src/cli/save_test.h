/* --save-test: a bug as files and two commands; --replay native: those commands run. */
#ifndef BELAY_CLI_SAVE_TEST_H
#define BELAY_CLI_SAVE_TEST_H

#include <stdio.h>

#include "base/opt.h"
#include "ledger/ledger.h"

/* NULL, or why these options do not go together. */
const char *save_test_refuses(const Options *options);
/* Writes DIR/driver.c and DIR/inputs.txt and prints the commands. False after a message.
 */
bool save_test(Arena *arena, const Options *options, const Ledger *ledger, FILE *out);
/* Compiles the program with the driver in a directory of its own, runs it, and prints
 * what it says. What it says changes no verdict. */
void replay_native(Arena *arena, const Options *options, const Ledger *ledger, FILE *out);

#endif
