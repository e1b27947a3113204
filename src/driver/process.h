/* Other programs as steps of the driver, and its temporary files. */
#ifndef BELAY_DRIVER_PROCESS_H
#define BELAY_DRIVER_PROCESS_H

#include <stdbool.h>

#include "driver/line.h"

/* Runs the program that words[0] names, on this process's own streams; its exit code (128
 * and the number of a signal). An interrupt ends the program and not the driver, which
 * still has to clean up. 127 after a message when it cannot be run. `verbose`: the
 * command is shown on standard error. */
int process_run(Arena *arena, const DriverWords *words, bool verbose);
/* The program in the place of this process; returns only when that fails: 127. */
int process_become(Arena *arena, const DriverWords *words);

/* A folder that temporary_clean removes with all the files made in it. */
typedef struct Temporary {
  const char *folder; /* NULL: not made yet */
  DriverWords files;
} Temporary;

/* A name in the folder, nothing there yet: NAME of `path` without its folder, a number
 * and `ending`. NULL when the folder cannot be made. */
const char *temporary_file(Arena *arena, Temporary *temporary, const char *path,
                           const char *ending);
void temporary_clean(Temporary *temporary);

#endif
