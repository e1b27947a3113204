/* `belay cc`: clang's command line, and the checks compiled in. src/driver understands
 * the line and runs clang, src/guard puts in the checks; here is where they meet. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "driver/driver.h"
#include "guard/unit.h"

/* ---- where belay's own files are ---- */

/* The folder of this very program; NULL when the system does not tell. */
static const char *own_folder(Arena *arena) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  *strrchr(path, '/') = '\0';
  return arena_strdup(arena, path);
}

/* In the build's folder or where it is installed. */
static const char *support_folder(Arena *arena) {
  static const char *const places[] = {"rt", "../lib/belay"};
  const char *own = own_folder(arena);
  for (unsigned i = 0; own && i < 2; i++) {
    const char *folder = arena_printf(arena, "%s/%s", own, places[i]);
    if (access(folder, R_OK | X_OK) == 0) return folder;
  }
  return NULL;
}

static DriverPaths find_paths(Arena *arena, const Line *line) {
  DriverPaths paths = {.clang = "clang-19", .include = "/nonexistent"};
  const char *folder = support_folder(arena);
  if (!folder) return paths;
  const char *library =
    arena_printf(arena, "%s/libbelay_rt-%d.a", folder, line->narrow ? 32 : 64);
  paths.include = arena_printf(arena, "%s/include", folder);
  if (access(library, R_OK) == 0) paths.library = library;
  return paths;
}

/* ---- the checks ---- */

static void print_counts(const char *what, const GuardCounts *counts) {
  fprintf(stderr,
          "belay: %s: %u accesses: %u always inside their variable, %u checked with "
          "another one, %u proved, %u checked; %u variables followed\n",
          what, counts->accesses, counts->constant, counts->redundant, counts->proved,
          counts->checks, counts->blocks);
}

static const char *guard_file(Arena *arena, const Line *line, const char *source,
                              const char *bitcode, const char *output) {
  GuardCounts counts = {0};
  const char *error = guard_unit(arena, bitcode, output, BELAY_SECTION, &counts);
  if (!error && line->verbose) print_counts(source, &counts);
  return error;
}

int command_cc(Arena *arena, Options *options) {
  static const DriverHooks hooks = {.guard = guard_file};
  Line line;
  const char *error = line_parse(arena, (int)options->clang_flags.len,
                                 (char **)(uintptr_t)options->clang_flags.data, &line);
  if (error) return message_usage(options, "%s", error);
  DriverPaths paths = find_paths(arena, &line);
  return driver_run(arena, &line, &paths, &hooks);
}
