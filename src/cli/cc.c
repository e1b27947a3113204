/* `belay cc`: clang's command line, and the checks compiled in. src/driver understands
 * the line and runs clang, src/guard puts in the checks; here is where they meet.
 *
 * What works on bitcode does so in a child: whatever goes wrong there costs proofs, or in
 * the end the checks of a file, with a warning, and never the build. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cc_prove.h"
#include "cli/cli.h"

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

/* ---- what is told ---- */

static void print_counts(const char *what, const Proved *proved) {
  const GuardCounts *c = &proved->counts;
  fprintf(stderr, "belay: %s: %u accesses: %u always inside their variable, ", what,
          c->accesses, c->constant);
  for (unsigned i = 0; i < proved->plan.engine_count; i++)
    fprintf(stderr, "%u proved by %s, ", c->proved[i], proved->plan.engines[i]);
  fprintf(stderr, "%u checked with another one, %u against null alone, ", c->redundant,
          c->null);
  fprintf(stderr, "%u checked; %u variables followed\n", c->checks, c->blocks);
}

/* ---- one piece of work in a child ---- */

typedef struct Work {
  const char *what; /* its name in messages */
  const DriverWords *bitcode;
  const char *output;
  const GuardKept *kept;
  const ProveOptions *options; /* NULL: no engine */
  bool verbose;
} Work;

static const char *do_work(Arena *arena, const Work *work) {
  Proved proved = {0};
  const char *error = work->options
                        ? prove_and_guard(arena, work->bitcode, work->output, work->kept,
                                          work->options, &proved)
                        : guard_unit(arena, work->bitcode->data[0], work->output,
                                     work->kept, &proved.counts);
  if (!error && work->verbose) print_counts(work->what, &proved);
  return error;
}

static void tell(int to, const char *text) {
  if (text && write(to, text, strlen(text)) < 0) _exit(CLI_INPUT);
}

/* What the child wrote, until it ends. */
static const char *hear(Arena *arena, int from) {
  char text[1024];
  size_t length = 0;
  for (ssize_t got; length < sizeof text - 1;) {
    got = read(from, text + length, sizeof text - 1 - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  return arena_strndup(arena, text, length);
}

static const char *end_of(Arena *arena, pid_t child, const char *said) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
  if (*said) return said;
  return WIFSIGNALED(status)
           ? arena_printf(arena, "belay broke down: %s", strsignal(WTERMSIG(status)))
           : "belay broke down";
}

/* NULL, or why it could not be done. */
static const char *work_in_child(Arena *arena, const Work *work) {
  int ends[2];
  if (pipe(ends)) return strerror(errno);
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) return strerror(errno);
  if (child == 0) {
    close(ends[0]);
    const char *error = do_work(arena, work);
    tell(ends[1], error);
    fflush(NULL);
    _exit(error ? CLI_INPUT : 0);
  }
  close(ends[1]);
  const char *said = hear(arena, ends[0]);
  close(ends[0]);
  return end_of(arena, child, said);
}

/* ---- the driver's hooks ---- */

/* Processor seconds for points, of one unit and of a program; its steps for each
 * instruction of these, which end it sooner. In code that anyone may call there is little
 * to prove. */
enum { UNIT_SECONDS = 10, PROGRAM_SECONDS = 20 };
enum { UNIT_STEPS = 500, PROGRAM_STEPS = 3000, PROGRAM_STEPS_LEAST = 30000000 };

/* Of its units' checks so many percent may stay for a program to be compiled again. */
enum { WORTH_PERCENT = 75 };

static const char *guard_file(Arena *arena, const Line *line, const char *source,
                              const char *bitcode, const char *output) {
  GuardKept kept = {BELAY_SECTION, bitcode, BELAY_LEVEL_SECTION,
                    line->level ? line->level : "", BELAY_CHECKS_SECTION};
  ProveOptions options = {.optimised = line_optimises(line),
                          .seconds = UNIT_SECONDS,
                          .steps = UNIT_STEPS,
                          .most = UINT_MAX};
  DriverWords files = {0};
  vec_push(arena, &files, bitcode);
  Work work = {source, &files, output, &kept, &options, line->verbose};
  if (line->mode != MODE_BASIC && !work_in_child(arena, &work)) return NULL;
  work.options = NULL;
  return work_in_child(arena, &work);
}

/* What the units have code for already has to become better by it; not when the user
 * asked for all that can be proved. */
static unsigned most_checks(const Line *line, const DriverProgram *program) {
  return program->coded && line->mode != MODE_PROVE
           ? (unsigned)((uint64_t)program->checks * WORTH_PERCENT / 100)
           : UINT_MAX;
}

static const char *prove_program(Arena *arena, const Line *line,
                                 const DriverProgram *program, const char *output) {
  bool all = line->mode == MODE_PROVE;
  ProveOptions options = {.closed = program->closed,
                          .all = all && program->closed,
                          .optimised = line_optimises(line),
                          .seconds = all ? line->budget : PROGRAM_SECONDS,
                          .steps_least = all ? 0 : PROGRAM_STEPS_LEAST,
                          .steps = all ? 0 : PROGRAM_STEPS,
                          .most = most_checks(line, program)};
  Work work = {"the whole program", &program->bitcode, output, NULL, &options,
               line->verbose};
  return work_in_child(arena, &work);
}

int command_cc(Arena *arena, Options *options) {
  static const DriverHooks hooks = {.guard = guard_file, .prove = prove_program};
  Line line;
  const char *error = line_parse(arena, (int)options->clang_flags.len,
                                 (char **)(uintptr_t)options->clang_flags.data, &line);
  if (error) return message_usage(options, "%s", error);
  DriverPaths paths = find_paths(arena, &line);
  return driver_run(arena, &line, &paths, &hooks);
}
