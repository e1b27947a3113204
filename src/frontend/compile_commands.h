/* Reading a compile_commands.json: which files there are, and the flags of each. */
#ifndef BELAY_FRONTEND_COMPILE_COMMANDS_H
#define BELAY_FRONTEND_COMPILE_COMMANDS_H

#include "frontend/clang.h"

typedef Vec(CompileJob) VecJobs;

/* The jobs for the given files, or for every C file in it when none is given. False with
 * a message when it cannot be read or a file is not in it. */
bool compile_commands_read(Arena *arena, const char *path, const char **files,
                           unsigned count, VecJobs *jobs, const char **error);

#endif
