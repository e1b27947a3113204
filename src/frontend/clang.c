/* See clang.h. Output and diagnostics go to memory files, so that nobody waits for a
 * reader and nothing is left behind. */
#define _GNU_SOURCE
#include "frontend/clang.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Before the user's flags, which may overrule them. Old C is accepted: several
 * definitions of one variable in several files, functions and types left out. */
static const char *const defaults[] = {"-std=gnu11", "-fcommon"};

/* After the user's flags. Code as clang wrote it, with lifetime markers (-O1) but without
 * any pass over it, with names and lines; a struct that is returned is a local until
 * then, not the caller's variable. */
static const char *const required[] = {
  "-Wno-error",
  "-Wno-error=implicit-function-declaration",
  "-Wno-error=implicit-int",
  "-Wno-error=int-conversion",
  "-Wno-error=incompatible-pointer-types",
  "-Wno-error=incompatible-function-pointer-types",
  "-Wno-error=return-type",
  "-Wno-error=return-mismatch",
  "-Wno-unknown-warning-option",
  "-Qunused-arguments",
  "-fno-color-diagnostics",
  "-O1",
  "-Xclang",
  "-disable-llvm-passes",
  "-g",
  "-fno-discard-value-names",
  "-fno-lto",
  "-fno-elide-constructors",
  "-emit-llvm",
  "-c",
  "-o",
  "-",
};

/* clang's code says of sums and products whether they are signed, not of shifts, and what
 * is constant it has computed. Its own sanitizer says it all; the lowering takes the
 * sanitizer's code for what it means. Before the user's flags. */
static const char *const overflow_marks[] = {
  "-fsanitize=signed-integer-overflow,shift-base",
  "-fsanitize-recover=signed-integer-overflow,shift-base",
};

static bool wraps(const char *const *flags, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(flags[i], "-fwrapv") || !strcmp(flags[i], "-fno-strict-overflow"))
      return true;
  return false;
}

static const char *compiler(const FrontendOptions *options) {
  return options->clang ? options->clang : "clang-19";
}

static void push_all(Arena *arena, VecText *to, const char *const *from, unsigned count) {
  for (unsigned i = 0; i < count; i++) vec_push(arena, to, from[i]);
}

static char **command_line(Arena *arena, const CompileJob *job,
                           const FrontendOptions *options) {
  VecText line = {0};
  vec_push(arena, &line, compiler(options));
  vec_push(arena, &line, options->ptr_bits == 32 ? "-m32" : "-m64");
  push_all(arena, &line, defaults, sizeof defaults / sizeof *defaults);
  if (options->signed_overflow && !wraps(job->flags.data, job->flags.len) &&
      !wraps(options->clang_flags, options->clang_flag_count))
    push_all(arena, &line, overflow_marks,
             sizeof overflow_marks / sizeof *overflow_marks);
  push_all(arena, &line, job->flags.data, job->flags.len);
  push_all(arena, &line, options->clang_flags, options->clang_flag_count);
  if (!options->verbose) vec_push(arena, &line, "-w");
  push_all(arena, &line, required, sizeof required / sizeof *required);
  if (!job->directory) vec_push(arena, &line, "-fdebug-compilation-dir=.");
  vec_push(arena, &line, job->file);
  vec_push(arena, &line, NULL);
  return (char **)(uintptr_t)line.data;
}

static void start(Arena *arena, CompileJob *job, const FrontendOptions *options) {
  job->output = memfd_create("bitcode", MFD_CLOEXEC);
  job->errors = memfd_create("diagnostics", MFD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, job->output, 1);
  posix_spawn_file_actions_adddup2(&actions, job->errors, 2);
  if (job->directory) posix_spawn_file_actions_addchdir_np(&actions, job->directory);
  char **line = command_line(arena, job, options);
  pid_t process = -1;
  int code = posix_spawnp(&process, line[0], &actions, NULL, line, environ);
  posix_spawn_file_actions_destroy(&actions);
  job->process = code ? -1 : process;
  if (code)
    job->failure = arena_printf(arena, "cannot run %s: %s", line[0], strerror(code));
}

static char *read_all(Arena *arena, int file, size_t *length) {
  struct stat about;
  *length = 0;
  if (file < 0 || fstat(file, &about) || about.st_size < 0)
    return arena_strdup(arena, "");
  char *bytes = arena_alloc(arena, (size_t)about.st_size + 1);
  while (*length < (size_t)about.st_size) {
    ssize_t got =
      pread(file, bytes + *length, (size_t)about.st_size - *length, (off_t)*length);
    if (got <= 0) break;
    *length += (size_t)got;
  }
  bytes[*length] = 0;
  return bytes;
}

static double seconds_of(const struct timeval *time) {
  return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static void finish(Arena *arena, CompileJob *job) {
  int status = 0;
  struct rusage usage = {0};
  size_t unused;
  if (job->process > 0) {
    while (wait4(job->process, &status, 0, &usage) < 0 && errno == EINTR) continue;
    job->good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!WIFEXITED(status)) job->failure = "the compiler was stopped by a signal";
  }
  job->seconds = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
  job->diagnostics = read_all(arena, job->errors, &unused);
  if (job->good) job->bitcode = read_all(arena, job->output, &job->length);
  if (job->output >= 0) close(job->output);
  if (job->errors >= 0) close(job->errors);
}

void clang_compile(Arena *arena, CompileJob *jobs, unsigned count,
                   const FrontendOptions *options) {
  enum { TOGETHER = 2 };
  for (unsigned i = 0; i < count + TOGETHER; i++) {
    if (i >= TOGETHER && i - TOGETHER < count) finish(arena, &jobs[i - TOGETHER]);
    if (i < count) start(arena, &jobs[i], options);
  }
}
