/* Wrappers of system calls that read names, and of others that read or fill what is not a
 * plain buffer. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "wrap.h"

/* The third argument is there when a file may be made. */
#define OPENS(name, at, parameters, ...)                       \
  int WRAPPED(name) parameters {                               \
    ENTER(name);                                               \
    wrap_string(path, ARG(at, path), #name);                   \
    int mode = 0;                                              \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
      va_list list;                                            \
      va_start(list, flags);                                   \
      mode = va_arg(list, int);                                \
      va_end(list);                                            \
    }                                                          \
    return name(__VA_ARGS__, mode);                            \
  }
OPENS(open, 0, (const char *path, int flags, ...), path, flags)
OPENS(open64, 0, (const char *path, int flags, ...), path, flags)
OPENS(openat, 1, (int folder, const char *path, int flags, ...), folder, path, flags)
OPENS(openat64, 1, (int folder, const char *path, int flags, ...), folder, path, flags)

#define NAMED(type, name, parameters, ...)  \
  type WRAPPED(name) parameters {           \
    ENTER(name);                            \
    wrap_string(path, ARG(0, path), #name); \
    return name(__VA_ARGS__);               \
  }
NAMED(int, creat, (const char *path, mode_t mode), path, mode)
NAMED(int, access, (const char *path, int mode), path, mode)
NAMED(int, chdir, (const char *path), path)
NAMED(int, mkdir, (const char *path, mode_t mode), path, mode)
NAMED(int, rmdir, (const char *path), path)
NAMED(int, chmod, (const char *path, mode_t mode), path, mode)
NAMED(int, chown, (const char *path, uid_t user, gid_t group), path, user, group)
NAMED(int, truncate, (const char *path, off_t size), path, size)
NAMED(int, unsetenv, (const char *path), path)

int WRAPPED(system)(const char *command) {
  ENTER(system);
  if (command) wrap_string(command, ARG(0, command), "system");
  return system(command);
}

#define TWO_NAMES(name)                                 \
  int WRAPPED(name)(const char *from, const char *to) { \
    ENTER(name);                                        \
    BelayOrigin a = ARG(0, from), b = ARG(1, to);       \
    wrap_string(from, a, #name);                        \
    wrap_string(to, b, #name);                          \
    return name(from, to);                              \
  }
TWO_NAMES(link)
TWO_NAMES(symlink)

int WRAPPED(setenv)(const char *name, const char *value, int overwrite) {
  ENTER(setenv);
  BelayOrigin a = ARG(0, name), b = ARG(1, value);
  wrap_string(name, a, "setenv");
  wrap_string(value, b, "setenv");
  return setenv(name, value, overwrite);
}

/* The template is changed in its place. */
int WRAPPED(mkstemp)(char *template) {
  ENTER(mkstemp);
  BelayOrigin origin = ARG(0, template);
  wrap_writes(template, wrap_string(template, origin, "mkstemp") + 1, origin, "mkstemp");
  return mkstemp(template);
}

DIR *WRAPPED(opendir)(const char *path) {
  ENTER(opendir);
  wrap_string(path, ARG(0, path), "opendir");
  DIR *folder = opendir(path);
  RESULT(opendir, folder ? BELAY_WILD : BELAY_NO_ORIGIN);
  return folder;
}

/* ---- structures ---- */

int WRAPPED(uname)(struct utsname *to) {
  ENTER(uname);
  wrap_writes(to, sizeof *to, ARG(0, to), "uname");
  return uname(to);
}

int WRAPPED(poll)(struct pollfd *list, nfds_t count, int timeout) {
  ENTER(poll);
  wrap_writes(list, wrap_product(count, sizeof *list), ARG(0, list), "poll");
  return poll(list, count, timeout);
}

int WRAPPED(nanosleep)(const struct timespec *wanted, struct timespec *rest) {
  ENTER(nanosleep);
  BelayOrigin a = ARG(0, wanted), b = ARG(1, rest);
  wrap_reads(wanted, sizeof *wanted, a, "nanosleep");
  if (rest) wrap_writes(rest, sizeof *rest, b, "nanosleep");
  return nanosleep(wanted, rest);
}

time_t WRAPPED(mktime)(struct tm *when) {
  ENTER(mktime);
  wrap_writes(when, sizeof *when, ARG(0, when), "mktime");
  return mktime(when);
}

#define WHEN(type, result, name)                         \
  result *WRAPPED(name)(const type *when) {              \
    ENTER(name);                                         \
    wrap_reads(when, sizeof *when, ARG(0, when), #name); \
    result *made = name(when);                           \
    RESULT(name, made ? BELAY_WILD : BELAY_NO_ORIGIN);   \
    return made;                                         \
  }
WHEN(time_t, struct tm, localtime)
WHEN(time_t, struct tm, gmtime)
WHEN(time_t, char, ctime)
WHEN(struct tm, char, asctime)

#define ADDRESSED(name)                                                         \
  int WRAPPED(name)(int file, const struct sockaddr *address, socklen_t size) { \
    ENTER(name);                                                                \
    wrap_reads(address, size, ARG(1, address), #name);                          \
    return name(file, address, size);                                           \
  }
ADDRESSED(bind)
ADDRESSED(connect)

/* ---- regular expressions: the pattern's own memory is libc's ---- */

int WRAPPED(regcomp)(regex_t *to, const char *pattern, int flags) {
  ENTER(regcomp);
  BelayOrigin target = ARG(0, to), source = ARG(1, pattern);
  wrap_writes(to, sizeof *to, target, "regcomp");
  wrap_string(pattern, source, "regcomp");
  return regcomp(to, pattern, flags);
}

int WRAPPED(regexec)(const regex_t *pattern, const char *text, size_t count,
                     regmatch_t *matches, int flags) {
  ENTER(regexec);
  BelayOrigin a = ARG(0, pattern), b = ARG(1, text), target = ARG(3, matches);
  wrap_reads(pattern, sizeof *pattern, a, "regexec");
  if (!(flags & REG_STARTEND)) wrap_string(text, b, "regexec");
  if (matches && count && !(pattern->no_sub))
    wrap_writes(matches, wrap_product(count, sizeof *matches), target, "regexec");
  return regexec(pattern, text, count, matches, flags);
}
