/* See process.h. */
#define _GNU_SOURCE
#include "driver/process.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char **arguments(Arena *arena, const DriverWords *words) {
  char **line = arena_new_array(arena, char *, words->len + 1);
  for (uint32_t i = 0; i < words->len; i++) line[i] = (char *)(uintptr_t)words->data[i];
  return line;
}

static void show(const DriverWords *words) {
  for (uint32_t i = 0; i < words->len; i++)
    fprintf(stderr, "%s%s", i ? " " : " ", words->data[i]);
  fputc('\n', stderr);
}

static int failed(const char *program, int code) {
  fprintf(stderr, "belay cc: cannot run %s: %s\n", program, strerror(code));
  return 127;
}

static int wait_for(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_run(Arena *arena, const DriverWords *words, bool verbose) {
  if (verbose) show(words);
  posix_spawnattr_t how;
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigaddset(&interrupts, SIGTERM);
  posix_spawnattr_init(&how);
  posix_spawnattr_setsigdefault(&how, &interrupts);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  pid_t process;
  char **line = arguments(arena, words);
  int code = posix_spawnp(&process, line[0], NULL, &how, line, environ);
  posix_spawnattr_destroy(&how);
  int result = code ? failed(line[0], code) : wait_for(process);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  return result;
}

int process_become(Arena *arena, const DriverWords *words) {
  char **line = arguments(arena, words);
  fflush(NULL);
  execvp(line[0], line);
  return failed(line[0], errno);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *temporary_file(Arena *arena, Temporary *temporary, const char *path,
                           const char *ending) {
  if (!temporary->folder) {
    const char *top = getenv("TMPDIR");
    char *name = arena_printf(arena, "%s/belay-XXXXXX", top && *top ? top : "/tmp");
    temporary->folder = mkdtemp(name);
    if (!temporary->folder) {
      fprintf(stderr, "belay cc: cannot make %s: %s\n", name, strerror(errno));
      return NULL;
    }
  }
  const char *name = arena_printf(arena, "%s/%s-%u%s", temporary->folder, base_name(path),
                                  (unsigned)temporary->files.len, ending);
  vec_push(arena, &temporary->files, name);
  return name;
}

void temporary_clean(Temporary *temporary) {
  for (uint32_t i = 0; i < temporary->files.len; i++) unlink(temporary->files.data[i]);
  if (temporary->folder) rmdir(temporary->folder);
  temporary->folder = NULL;
  vec_clear(&temporary->files);
}
