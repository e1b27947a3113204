/* unistd.h, fcntl.h: file descriptors. Writing to 1 and 2 succeeds, all else may fail. */
#include "stream.h"

/* -1 with errno, or `result`. */
#define RESULT_OR_ERROR(source, result) \
  int error = model_outcome(source);    \
  if (error != 0) {                     \
    __belay_errno = error;              \
    return -1;                          \
  }                                     \
  return result

/* ---- open and close ---- */

static int open_path(const char *path) {
  __belay_touch_text(path);
  RESULT_OR_ERROR("file", __belay_new_descriptor());
}

int open(const char *path, int flags, ...) { return open_path(path); }

int open64(const char *path, int flags, ...) { return open_path(path); }

int __open_2(const char *path, int flags) { return open_path(path); }

int __open64_2(const char *path, int flags) { return open_path(path); }

int openat(int directory, const char *path, int flags, ...) { return open_path(path); }

int creat(const char *path, unsigned mode) { return open_path(path); }

int creat64(const char *path, unsigned mode) { return open_path(path); }

int close(int descriptor) {
  if (descriptor < 0) {
    __belay_errno = EBADF;
    return -1;
  }
  RESULT_OR_ERROR("file", 0);
}

int dup(int descriptor) { RESULT_OR_ERROR("file", __belay_new_descriptor()); }

int dup2(int descriptor, int wanted) { RESULT_OR_ERROR("file", wanted); }

int dup3(int descriptor, int wanted, int flags) { RESULT_OR_ERROR("file", wanted); }

static int open_pipe(int ends[2]) {
  int error = model_outcome("file");
  if (error != 0) {
    __belay_errno = error;
    return -1;
  }
  ends[0] = __belay_new_descriptor();
  ends[1] = __belay_new_descriptor();
  return 0;
}

int pipe(int ends[2]) { return open_pipe(ends); }

int pipe2(int ends[2], int flags) { return open_pipe(ends); }

/* ---- read and write ---- */

/* A read may stop anywhere, at the end of the file at the latest. */
static ssize_t read_bytes(int descriptor, void *to, size_t count) {
  unsigned char *at = to;
  int error = descriptor == 0 ? 0 : model_outcome("file");
  if (error != 0) {
    __belay_errno = error;
    return -1;
  }
  for (size_t i = 0; i < count; i++) {
    int byte = __belay_next_byte(descriptor);
    if (byte < 0) return (ssize_t)i;
    at[i] = (unsigned char)byte;
  }
  return (ssize_t)count;
}

static ssize_t write_bytes(int descriptor, const void *from, size_t count) {
  __belay_output(descriptor, from, count);
  if (descriptor == 1 || descriptor == 2) return (ssize_t)count;
  int failed = model_input_range("file", 0, 1);
  return (ssize_t)count - failed * ((ssize_t)count + 1);
}

ssize_t read(int descriptor, void *to, size_t count) {
  return read_bytes(descriptor, to, count);
}

ssize_t __read_chk(int descriptor, void *to, size_t count, size_t size) {
  return read_bytes(descriptor, to, count);
}

ssize_t pread(int descriptor, void *to, size_t count, off_t offset) {
  return read_bytes(descriptor, to, count);
}

ssize_t pread64(int descriptor, void *to, size_t count, off64_t offset) {
  return read_bytes(descriptor, to, count);
}

ssize_t write(int descriptor, const void *from, size_t count) {
  return write_bytes(descriptor, from, count);
}

ssize_t pwrite(int descriptor, const void *from, size_t count, off_t offset) {
  return write_bytes(descriptor, from, count);
}

ssize_t pwrite64(int descriptor, const void *from, size_t count, off64_t offset) {
  return write_bytes(descriptor, from, count);
}

/* ---- position and state ---- */

static long long seek(long long limit) {
  long long position = __belay_input_llong("file");
  __belay_assume((position >= 0) & (position <= limit));
  RESULT_OR_ERROR("file", position);
}

off_t lseek(int descriptor, off_t offset, int whence) { return (off_t)seek(LONG_MAX); }

off64_t lseek64(int descriptor, off64_t offset, int whence) { return seek(LLONG_MAX); }

int isatty(int descriptor) {
  if (model_input_range("isatty", 0, 1)) return 1;
  __belay_errno = ENOTTY;
  return 0;
}

int fsync(int descriptor) { RESULT_OR_ERROR("file", 0); }

int fdatasync(int descriptor) { RESULT_OR_ERROR("file", 0); }

int ftruncate(int descriptor, off_t length) { RESULT_OR_ERROR("file", 0); }

int ftruncate64(int descriptor, off64_t length) { RESULT_OR_ERROR("file", 0); }

int fchmod(int descriptor, unsigned mode) { RESULT_OR_ERROR("file", 0); }

void sync(void) {}
