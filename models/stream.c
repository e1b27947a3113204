/* stdio.h: streams, opened and closed, and their state. A stream from fopen is a block
 * that dies in fclose: using it later is a broken check, forgetting to close it is no
 * leak. */
#include "stream.h"

FILE _IO_2_1_stdin_ = {.flags = STREAM_NO_WRITES, .number = 0};
FILE _IO_2_1_stdout_ = {.flags = STREAM_NO_READS, .number = 1};
FILE _IO_2_1_stderr_ = {.flags = STREAM_NO_READS, .number = 2};
FILE *stdin = &_IO_2_1_stdin_;
FILE *stdout = &_IO_2_1_stdout_;
FILE *stderr = &_IO_2_1_stderr_;

/* Descriptors are numbered from 3 in the order of opening. */
int __belay_new_descriptor(void) {
  static int next = 3;
  return next++;
}

/* ---- opening ---- */

/* -1 for a mode that fopen refuses. */
static int flags_of_mode(const char *mode) {
  __belay_touch_text(mode);
  int update = 0;
  for (size_t i = 0; mode[i] != 0; i++)
    if (mode[i] == '+') update = 1;
  if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') return -1;
  if (update) return 0;
  return mode[0] == 'r' ? STREAM_NO_WRITES : STREAM_NO_READS;
}

static FILE *new_stream(int number, int flags) {
  FILE *stream = __belay_alloc_static(sizeof(FILE));
  memset(stream, 0, sizeof(FILE));
  stream->number = number;
  stream->flags = flags;
  return stream;
}

static FILE *open_stream(const char *path, const char *mode) {
  __belay_touch_text(path);
  int flags = flags_of_mode(mode);
  int error = flags < 0 ? EINVAL : model_outcome("file");
  if (error != 0) {
    __belay_errno = error;
    return NULL;
  }
  return new_stream(__belay_new_descriptor(), flags);
}

FILE *fopen(const char *path, const char *mode) { return open_stream(path, mode); }

FILE *fopen64(const char *path, const char *mode) { return open_stream(path, mode); }

FILE *popen(const char *command, const char *mode) { return open_stream(command, mode); }

FILE *tmpfile(void) { return open_stream("", "w+"); }

FILE *tmpfile64(void) { return open_stream("", "w+"); }

FILE *fdopen(int number, const char *mode) {
  int flags = flags_of_mode(mode);
  int error = flags < 0 ? EINVAL : number > 2 ? model_outcome("file") : 0;
  if (error != 0) {
    __belay_errno = error;
    return NULL;
  }
  return new_stream(number, flags);
}

/* ---- closing ---- */

/* Outside the program's own streams a close may fail; the stream is gone all the same. */
static int close_stream(FILE *stream) {
  int number = stream->number;
  if (stream == &_IO_2_1_stdin_ || stream == &_IO_2_1_stdout_ ||
      stream == &_IO_2_1_stderr_) {
    stream->number = -1;
    stream->flags |= STREAM_NO_READS | STREAM_NO_WRITES;
  } else {
    __belay_kill(stream);
  }
  int error = number > 2 ? model_outcome("file") : 0;
  if (error == 0) return 0;
  __belay_errno = error;
  return EOF;
}

int fclose(FILE *stream) { return close_stream(stream); }

int fcloseall(void) { return 0; }

int pclose(FILE *stream) {
  if (close_stream(stream) != 0) return -1;
  return model_input_range("system", -1, 0xffff);
}

static FILE *reopen_stream(const char *path, const char *mode, FILE *stream) {
  if (path != NULL) __belay_touch_text(path);
  int flags = flags_of_mode(mode);
  int error = flags < 0 ? EINVAL : model_outcome("file");
  if (error != 0) {
    __belay_errno = error;
    close_stream(stream);
    return NULL;
  }
  stream->flags = flags;
  stream->pushed_count = 0;
  stream->offset = 0;
  if (path != NULL) stream->number = __belay_new_descriptor();
  return stream;
}

FILE *freopen(const char *path, const char *mode, FILE *stream) {
  return reopen_stream(path, mode, stream);
}

FILE *freopen64(const char *path, const char *mode, FILE *stream) {
  return reopen_stream(path, mode, stream);
}

/* ---- state ---- */

int feof(FILE *stream) { return (stream->flags & STREAM_EOF) != 0; }

int feof_unlocked(FILE *stream) { return (stream->flags & STREAM_EOF) != 0; }

int _IO_feof(FILE *stream) { return (stream->flags & STREAM_EOF) != 0; }

int ferror(FILE *stream) { return (stream->flags & STREAM_ERROR) != 0; }

int ferror_unlocked(FILE *stream) { return (stream->flags & STREAM_ERROR) != 0; }

int _IO_ferror(FILE *stream) { return (stream->flags & STREAM_ERROR) != 0; }

void clearerr(FILE *stream) { stream->flags &= ~(STREAM_EOF | STREAM_ERROR); }

void clearerr_unlocked(FILE *stream) { stream->flags &= ~(STREAM_EOF | STREAM_ERROR); }

static int number_of(FILE *stream) {
  int number = stream->number;
  if (number < 0) __belay_errno = EBADF;
  return number;
}

int fileno(FILE *stream) { return number_of(stream); }

int fileno_unlocked(FILE *stream) { return number_of(stream); }

static int flush(FILE *stream) {
  if (stream == NULL || stream->number <= 2) return 0;
  int error = model_outcome("file");
  if (error == 0) return 0;
  stream->flags |= STREAM_ERROR;
  __belay_errno = error;
  return EOF;
}

int fflush(FILE *stream) { return flush(stream); }

int fflush_unlocked(FILE *stream) { return flush(stream); }

static int purge(FILE *stream) { return stream->number < 0 ? EOF : 0; }

int fpurge(FILE *stream) { return purge(stream); }

void __fpurge(FILE *stream) { purge(stream); }

/* The buffer is the user's until the stream is closed; nothing is kept in it. */
static int set_buffer(FILE *stream, char *buffer, size_t size) {
  if (stream->number < 0) return EOF;
  stream->buffer_base = buffer;
  stream->buffer_end = buffer == NULL ? NULL : buffer + size;
  return 0;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  if (mode < 0 || mode > 2) return EOF;
  return set_buffer(stream, buffer, size);
}

void setbuf(FILE *stream, char *buffer) { set_buffer(stream, buffer, 8192); }

void setbuffer(FILE *stream, char *buffer, size_t size) {
  set_buffer(stream, buffer, size);
}

void setlinebuf(FILE *stream) { set_buffer(stream, NULL, 0); }

void flockfile(FILE *stream) { (void)number_of(stream); }

void funlockfile(FILE *stream) { (void)number_of(stream); }

int ftrylockfile(FILE *stream) { return number_of(stream) < 0; }

/* ---- position ---- */

enum { SEEK_START, SEEK_CURRENT, SEEK_ENDING };

/* Streams 0 to 2 may be terminals or pipes, which have no position. */
static int seek(FILE *stream, long long offset, int whence) {
  int error = model_outcome("file");
  long long position = offset;
  if (whence == SEEK_CURRENT) position += stream->offset;
  if (whence == SEEK_ENDING) {
    long long size = __belay_input_llong("file");
    __belay_assume((size >= 0) & (size <= LONG_MAX));
    position += size;
  }
  if (whence < SEEK_START || whence > SEEK_ENDING || position < 0) error = EINVAL;
  if (error != 0) {
    __belay_errno = error;
    return -1;
  }
  stream->offset = position;
  stream->pushed_count = 0;
  stream->flags &= ~STREAM_EOF;
  return 0;
}

static long long tell(FILE *stream) {
  int error = stream->number > 2 ? 0 : model_outcome("file");
  if (error != 0) {
    __belay_errno = error;
    return -1;
  }
  return stream->offset;
}

int fseek(FILE *stream, long offset, int whence) { return seek(stream, offset, whence); }

int fseeko(FILE *stream, off_t offset, int whence) {
  return seek(stream, offset, whence);
}

int fseeko64(FILE *stream, off64_t offset, int whence) {
  return seek(stream, offset, whence);
}

long ftell(FILE *stream) { return (long)tell(stream); }

off_t ftello(FILE *stream) { return (off_t)tell(stream); }

off64_t ftello64(FILE *stream) { return tell(stream); }

void rewind(FILE *stream) {
  seek(stream, 0, SEEK_START);
  stream->flags &= ~STREAM_ERROR;
}

/* glibc's: the offset, and the state of a multibyte conversion. */
typedef struct Position {
  long offset;
  int count;
  unsigned value;
} Position;

typedef struct Position64 {
  long long offset;
  int count;
  unsigned value;
} Position64;

int fgetpos(FILE *stream, Position *position) {
  long long offset = tell(stream);
  if (offset < 0) return -1;
  *position = (Position){(long)offset, 0, 0};
  return 0;
}

int fgetpos64(FILE *stream, Position64 *position) {
  long long offset = tell(stream);
  if (offset < 0) return -1;
  *position = (Position64){offset, 0, 0};
  return 0;
}

int fsetpos(FILE *stream, const Position *position) {
  return seek(stream, position->offset, SEEK_START);
}

int fsetpos64(FILE *stream, const Position64 *position) {
  return seek(stream, position->offset, SEEK_START);
}
