/* Streams. An open one is a block that fclose ends, so that using it later is an error;
 * one that came another way (stdin, from a library) is not known. */
#define _GNU_SOURCE
#include "wrap_file.h"

#include <sys/types.h>
#include <unistd.h>

/* For the history of its block: not the heap's, not the program's allocator's. */
enum { STREAM = 2 };

static BelayOrigin opened(FILE *file) {
  uintptr_t start = (uintptr_t)file;
  if (!file) return BELAY_NO_ORIGIN;
  return block_new(start, start + sizeof *file, belay_rt_thread.site, STREAM,
                   FRAME_HERE());
}

#define OPENS(name, parameters, before, call) \
  FILE *WRAPPED(name) parameters {            \
    ENTER(name);                              \
    before;                                   \
    FILE *file = call;                        \
    RESULT(name, opened(file));               \
    return file;                              \
  }
#define PATH_AND_MODE(name)                       \
  BelayOrigin a = ARG(0, path), b = ARG(1, mode); \
  wrap_string(path, a, name);                     \
  wrap_string(mode, b, name)

OPENS(fopen, (const char *path, const char *mode), PATH_AND_MODE("fopen"),
      fopen(path, mode))
OPENS(fopen64, (const char *path, const char *mode), PATH_AND_MODE("fopen64"),
      fopen64(path, mode))
OPENS(popen, (const char *path, const char *mode), PATH_AND_MODE("popen"),
      popen(path, mode))
OPENS(fdopen, (int number, const char *mode), wrap_string(mode, ARG(1, mode), "fdopen"),
      fdopen(number, mode))
OPENS(tmpfile, (void), (void)belay_entered, tmpfile())

/* Closed or not, nobody may use it any more. */
static int close_block(FILE *file, BelayOrigin origin, const char *function) {
  wrap_file(file, origin, function);
  if (origin < BELAY_FIRST_ORIGIN) return 1;
  return block_kill(origin, belay_rt_thread.site, FRAME_HERE());
}

int WRAPPED(fclose)(FILE *file) {
  ENTER(fclose);
  return close_block(file, ARG(0, file), "fclose") ? fclose(file) : EOF;
}

int WRAPPED(pclose)(FILE *file) {
  ENTER(pclose);
  return close_block(file, ARG(0, file), "pclose") ? pclose(file) : -1;
}

/* The same stream, open or not; when that fails it is closed. */
FILE *WRAPPED(freopen)(const char *path, const char *mode, FILE *file) {
  ENTER(freopen);
  BelayOrigin a = ARG(0, path), b = ARG(1, mode), origin = ARG(2, file);
  if (path) wrap_string(path, a, "freopen");
  wrap_string(mode, b, "freopen");
  wrap_file(file, origin, "freopen");
  FILE *result = freopen(path, mode, file);
  if (!result && origin >= BELAY_FIRST_ORIGIN)
    block_kill(origin, belay_rt_thread.site, FRAME_HERE());
  RESULT(freopen, result ? origin : BELAY_NO_ORIGIN);
  return result;
}

int WRAPPED(fflush)(FILE *file) {
  ENTER(fflush);
  if (file) wrap_file(file, ARG(0, file), "fflush");
  return fflush(file);
}

#define ASKS(type, name)                  \
  type WRAPPED(name)(FILE * file) {       \
    ENTER(name);                          \
    wrap_file(file, ARG(0, file), #name); \
    return name(file);                    \
  }
ASKS(int, fgetc)
ASKS(int, getc)
ASKS(int, feof)
ASKS(int, ferror)
ASKS(int, fileno)
ASKS(long, ftell)
ASKS(off_t, ftello)
ASKS(void, rewind)
ASKS(void, clearerr)

#define PUTS(name)                          \
  int WRAPPED(name)(int byte, FILE *file) { \
    ENTER(name);                            \
    wrap_file(file, ARG(1, file), #name);   \
    return name(byte, file);                \
  }
PUTS(fputc)
PUTS(putc)
PUTS(ungetc)

int WRAPPED(fseek)(FILE *file, long offset, int from) {
  ENTER(fseek);
  wrap_file(file, ARG(0, file), "fseek");
  return fseek(file, offset, from);
}

int WRAPPED(fseeko)(FILE *file, off_t offset, int from) {
  ENTER(fseeko);
  wrap_file(file, ARG(0, file), "fseeko");
  return fseeko(file, offset, from);
}
