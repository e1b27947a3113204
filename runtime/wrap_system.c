/* Wrappers of system calls that fill or read buffers. A length given must fit, whatever
 * arrives. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "wrap.h"

ssize_t WRAPPED(read)(int file, void *to, size_t size) {
  ENTER(read);
  wrap_writes(to, size, ARG(1, to), "read");
  return read(file, to, size);
}

ssize_t WRAPPED(pread)(int file, void *to, size_t size, off_t offset) {
  ENTER(pread);
  wrap_writes(to, size, ARG(1, to), "pread");
  return pread(file, to, size, offset);
}

ssize_t WRAPPED(write)(int file, const void *from, size_t size) {
  ENTER(write);
  wrap_reads(from, size, ARG(1, from), "write");
  return write(file, from, size);
}

ssize_t WRAPPED(pwrite)(int file, const void *from, size_t size, off_t offset) {
  ENTER(pwrite);
  wrap_reads(from, size, ARG(1, from), "pwrite");
  return pwrite(file, from, size, offset);
}

ssize_t WRAPPED(recv)(int file, void *to, size_t size, int flags) {
  ENTER(recv);
  wrap_writes(to, size, ARG(1, to), "recv");
  return recv(file, to, size, flags);
}

ssize_t WRAPPED(recvfrom)(int file, void *to, size_t size, int flags,
                          struct sockaddr *address, socklen_t *length) {
  ENTER(recvfrom);
  BelayOrigin target = ARG(1, to), other = ARG(4, address);
  wrap_writes(to, size, target, "recvfrom");
  if (address && length) wrap_writes(address, *length, other, "recvfrom");
  return recvfrom(file, to, size, flags, address, length);
}

ssize_t WRAPPED(send)(int file, const void *from, size_t size, int flags) {
  ENTER(send);
  wrap_reads(from, size, ARG(1, from), "send");
  return send(file, from, size, flags);
}

ssize_t WRAPPED(sendto)(int file, const void *from, size_t size, int flags,
                        const struct sockaddr *address, socklen_t length) {
  ENTER(sendto);
  BelayOrigin source = ARG(1, from), other = ARG(4, address);
  wrap_reads(from, size, source, "sendto");
  if (address) wrap_reads(address, length, other, "sendto");
  return sendto(file, from, size, flags, address, length);
}

/* The buffers of a vector; the referents of their pointers are in the shadow. */
static void vector_access(const struct iovec *list, int count, BelayOrigin origin,
                          BelayAccess kind, const char *function) {
  if (count <= 0) return;
  if (!belay_rt_access(list, (size_t)count * sizeof *list, origin, BELAY_READ, function))
    return;
  for (int i = 0; i < count; i++) {
    BelayOrigin block = belay_rt_load(&list[i].iov_base);
    if (belay_rt_access(list[i].iov_base, list[i].iov_len, block, kind, function) &&
        kind == BELAY_WRITE)
      belay_rt_clear(list[i].iov_base, list[i].iov_len);
  }
}

ssize_t WRAPPED(readv)(int file, const struct iovec *list, int count) {
  ENTER(readv);
  vector_access(list, count, ARG(1, list), BELAY_WRITE, "readv");
  return readv(file, list, count);
}

ssize_t WRAPPED(writev)(int file, const struct iovec *list, int count) {
  ENTER(writev);
  vector_access(list, count, ARG(1, list), BELAY_READ, "writev");
  return writev(file, list, count);
}

ssize_t WRAPPED(readlink)(const char *path, char *to, size_t size) {
  ENTER(readlink);
  BelayOrigin name = ARG(0, path), target = ARG(1, to);
  wrap_string(path, name, "readlink");
  wrap_writes(to, size, target, "readlink");
  return readlink(path, to, size);
}

int WRAPPED(gethostname)(char *to, size_t size) {
  ENTER(gethostname);
  wrap_writes(to, size, ARG(0, to), "gethostname");
  return gethostname(to, size);
}

/* Blocks that the library would allocate are the program's to free. */
static char *own_copy(const char *text) {
  char *to = belay_wrap_malloc(strlen(text) + 1);
  return to ? strcpy(to, text) : NULL;
}

char *WRAPPED(getcwd)(char *to, size_t size) {
  ENTER(getcwd);
  BelayOrigin target = ARG(0, to);
  if (to) {
    wrap_writes(to, size, target, "getcwd");
    char *got = getcwd(to, size);
    RESULT(getcwd, got ? target : BELAY_NO_ORIGIN);
    return got;
  }
  char *path = getcwd(NULL, size);
  char *copy = path ? own_copy(path) : NULL;
  free(path);
  RESULT(getcwd, copy ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return copy;
}

char *WRAPPED(realpath)(const char *path, char *to) {
  ENTER(realpath);
  BelayOrigin name = ARG(0, path), target = ARG(1, to);
  if (path) wrap_string(path, name, "realpath");
  char *whole = realpath(path, NULL);
  if (!whole) {
    RESULT(realpath, BELAY_NO_ORIGIN);
    return NULL;
  }
  char *result = to;
  if (to) {
    wrap_writes(to, strlen(whole) + 1, target, "realpath");
    strcpy(to, whole);
  } else {
    result = own_copy(whole);
    target = belay_rt_thread.result;
  }
  free(whole);
  RESULT(realpath, result ? target : BELAY_NO_ORIGIN);
  return result;
}

int WRAPPED(stat)(const char *path, struct stat *to) {
  ENTER(stat);
  BelayOrigin name = ARG(0, path), target = ARG(1, to);
  wrap_string(path, name, "stat");
  wrap_writes(to, sizeof *to, target, "stat");
  return stat(path, to);
}

int WRAPPED(lstat)(const char *path, struct stat *to) {
  ENTER(lstat);
  BelayOrigin name = ARG(0, path), target = ARG(1, to);
  wrap_string(path, name, "lstat");
  wrap_writes(to, sizeof *to, target, "lstat");
  return lstat(path, to);
}

int WRAPPED(fstat)(int file, struct stat *to) {
  ENTER(fstat);
  wrap_writes(to, sizeof *to, ARG(1, to), "fstat");
  return fstat(file, to);
}

int WRAPPED(pipe)(int *ends) {
  ENTER(pipe);
  wrap_writes(ends, 2 * sizeof *ends, ARG(0, ends), "pipe");
  return pipe(ends);
}

int WRAPPED(unlink)(const char *path) {
  ENTER(unlink);
  wrap_string(path, ARG(0, path), "unlink");
  return unlink(path);
}

char *WRAPPED(getenv)(const char *name) {
  ENTER(getenv);
  wrap_string(name, ARG(0, name), "getenv");
  char *value = getenv(name);
  RESULT(getenv, value ? belay_rt_origin_at(value) : BELAY_NO_ORIGIN);
  return value;
}

/* ---- times ---- */

time_t WRAPPED(time)(time_t *to) {
  ENTER(time);
  if (to) wrap_writes(to, sizeof *to, ARG(0, to), "time");
  return time(to);
}

int WRAPPED(clock_gettime)(clockid_t clock, struct timespec *to) {
  ENTER(clock_gettime);
  wrap_writes(to, sizeof *to, ARG(1, to), "clock_gettime");
  return clock_gettime(clock, to);
}

int WRAPPED(gettimeofday)(struct timeval *to, void *zone) {
  ENTER(gettimeofday);
  if (to) wrap_writes(to, sizeof *to, ARG(0, to), "gettimeofday");
  return gettimeofday(to, zone);
}

struct tm *WRAPPED(localtime_r)(const time_t *when, struct tm *to) {
  ENTER(localtime_r);
  BelayOrigin source = ARG(0, when), target = ARG(1, to);
  wrap_reads(when, sizeof *when, source, "localtime_r");
  wrap_writes(to, sizeof *to, target, "localtime_r");
  struct tm *result = localtime_r(when, to);
  RESULT(localtime_r, result ? target : BELAY_NO_ORIGIN);
  return result;
}

struct tm *WRAPPED(gmtime_r)(const time_t *when, struct tm *to) {
  ENTER(gmtime_r);
  BelayOrigin source = ARG(0, when), target = ARG(1, to);
  wrap_reads(when, sizeof *when, source, "gmtime_r");
  wrap_writes(to, sizeof *to, target, "gmtime_r");
  struct tm *result = gmtime_r(when, to);
  RESULT(gmtime_r, result ? target : BELAY_NO_ORIGIN);
  return result;
}

size_t WRAPPED(strftime)(char *to, size_t size, const char *format,
                         const struct tm *when) {
  ENTER(strftime);
  BelayOrigin target = ARG(0, to), text = ARG(2, format), source = ARG(3, when);
  wrap_string(format, text, "strftime");
  wrap_reads(when, sizeof *when, source, "strftime");
  wrap_writes(to, size, target, "strftime");
  return strftime(to, size, format, when);
}
