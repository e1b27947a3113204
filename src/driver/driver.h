/* `belay cc`: a C compiler's command line in, objects and programs with checks out.
 *
 *   C --clang--> bitcode --guard--> bitcode with checks --clang -O--> object
 *   objects --link with the runtime--> program
 *
 * The object keeps the bitcode from before the checks in a section that the linker drops
 * (BELAY_SECTION), for the engines that look at the whole program when it is linked. */
#ifndef BELAY_DRIVER_DRIVER_H
#define BELAY_DRIVER_DRIVER_H

#include "driver/line.h"
#include "driver/steps.h"

#define BELAY_SECTION ".belay.bitcode"
/* The level of optimisation, as on the command line; "" for none. */
#define BELAY_LEVEL_SECTION ".belay.level"
/* How many checks were compiled in, in decimal. */
#define BELAY_CHECKS_SECTION ".belay.checks"

/* A program about to be linked, as far as it has kept bitcode. */
typedef struct DriverProgram {
  DriverWords bitcode;
  bool closed; /* there is no other code but the system's, which does not know this one */
  bool coded;  /* the units have code already, with so many checks: */
  unsigned checks;
} DriverProgram;

/* What the driver has done by others. */
typedef struct DriverHooks {
  /* Puts the checks into the unit that `source` is: bitcode in, bitcode out, which keeps
   * the former in BELAY_SECTION. NULL, or why it could not. */
  const char *(*guard)(Arena *arena, const Line *line, const char *source,
                       const char *bitcode, const char *output);
  /* Puts the checks that the engines leave open into a whole program: several files in,
   * one bitcode out. NULL, or why it could not (the units keep their own checks). NULL as
   * a hook: nobody can. */
  const char *(*prove)(Arena *arena, const Line *line, const DriverProgram *program,
                       const char *output);
} DriverHooks;

/* The exit code. */
int driver_run(Arena *arena, const Line *line, const DriverPaths *paths,
               const DriverHooks *hooks);

#endif
