/* stdio.h, unistd.h, sys/stat.h: files by their names. */
#include "stream.h"

/* A function that reads one name and succeeds or fails. */
static int act_on(const char *path) {
  __belay_touch_text(path);
  int error = model_outcome("file");
  if (error == 0) return 0;
  __belay_errno = error;
  return -1;
}

static int act_on_two(const char *from, const char *to) {
  __belay_touch_text(from);
  return act_on(to);
}

int remove(const char *path) { return act_on(path); }

int rename(const char *from, const char *to) { return act_on_two(from, to); }

int unlink(const char *path) { return act_on(path); }

int rmdir(const char *path) { return act_on(path); }

int mkdir(const char *path, unsigned mode) { return act_on(path); }

int chdir(const char *path) { return act_on(path); }

int access(const char *path, int mode) { return act_on(path); }

int chmod(const char *path, unsigned mode) { return act_on(path); }

int chown(const char *path, unsigned user, unsigned group) { return act_on(path); }

int truncate(const char *path, off_t length) { return act_on(path); }

int truncate64(const char *path, off64_t length) { return act_on(path); }

int link(const char *from, const char *to) { return act_on_two(from, to); }

int symlink(const char *from, const char *to) { return act_on_two(from, to); }

unsigned umask(unsigned mask) { return (unsigned)model_input_range("file", 0, 0777); }

/* ---- names that the system chooses ---- */

/* At most `capacity` bytes, the NUL included. */
static char *fill_path(char *to, size_t capacity) {
  size_t length = (size_t)model_input_range("file", 0, PATH_MAX - 1);
  __belay_assume(length < capacity);
  __belay_fill_text(to, length);
  return to;
}

static char *current_directory(char *to, size_t capacity) {
  int error = model_outcome("file");
  if (to != NULL && capacity == 0) error = EINVAL;
  if (error != 0) {
    __belay_errno = error;
    return NULL;
  }
  if (to != NULL) return fill_path(to, capacity);
  size_t size = capacity == 0 ? PATH_MAX : capacity;
  char *block = malloc(size);
  if (block == NULL) {
    __belay_errno = ENOMEM;
    return NULL;
  }
  return fill_path(block, size);
}

char *getcwd(char *to, size_t capacity) { return current_directory(to, capacity); }

char *__getcwd_chk(char *to, size_t capacity, size_t size) {
  return current_directory(to, capacity);
}

char *get_current_dir_name(void) { return current_directory(NULL, 0); }

char *getwd(char *to) { return current_directory(to, PATH_MAX); }

/* The target must have room for PATH_MAX bytes; it is not said how many are written. */
static char *resolve(const char *path, char *to) {
  if (act_on(path) != 0) return NULL;
  if (to != NULL) return fill_path(to, PATH_MAX);
  char *block = malloc(PATH_MAX);
  if (block == NULL) {
    __belay_errno = ENOMEM;
    return NULL;
  }
  return fill_path(block, PATH_MAX);
}

char *realpath(const char *path, char *to) { return resolve(path, to); }

char *__realpath_chk(const char *path, char *to, size_t size) {
  return resolve(path, to);
}

char *canonicalize_file_name(const char *path) { return resolve(path, NULL); }

static ssize_t read_link(const char *path, char *to, size_t capacity) {
  if (act_on(path) != 0) return -1;
  size_t length = (size_t)model_input_range("file", 0, PATH_MAX - 1);
  __belay_assume(length <= capacity);
  __belay_input_bytes_environment(to, length);
  return (ssize_t)length;
}

ssize_t readlink(const char *path, char *to, size_t capacity) {
  return read_link(path, to, capacity);
}

ssize_t __readlink_chk(const char *path, char *to, size_t capacity, size_t size) {
  return read_link(path, to, capacity);
}

int gethostname(char *to, size_t capacity) {
  if (capacity == 0) {
    __belay_errno = EINVAL;
    return -1;
  }
  size_t length = (size_t)model_input_range("file", 0, 64);
  __belay_assume(length < capacity);
  __belay_fill_text(to, length);
  return 0;
}

/* ---- temporary files ---- */

static void choose_name(char *to) {
  for (int i = 0; i < 6; i++) to[i] = (char)('a' + model_input_range("file", 0, 25));
}

/* The X's before the last `suffix` bytes; NULL and errno when there are not six. */
static char *marks_of(char *template, size_t suffix) {
  size_t length = __belay_text_length(template);
  int marks = 0;
  if (length >= suffix + 6) {
    char *start = template + (length - suffix - 6);
    while (marks < 6 && start[marks] == 'X') marks++;
    if (marks == 6) return start;
  }
  __belay_errno = EINVAL;
  return NULL;
}

static int open_temporary(char *template, size_t suffix) {
  char *marks = marks_of(template, suffix);
  if (marks == NULL) return -1;
  choose_name(marks);
  int error = model_outcome("file");
  if (error == 0) return __belay_new_descriptor();
  __belay_errno = error;
  return -1;
}

int mkstemp(char *template) { return open_temporary(template, 0); }

int mkstemp64(char *template) { return open_temporary(template, 0); }

int mkostemp(char *template, int flags) { return open_temporary(template, 0); }

int mkstemps(char *template, int suffix) {
  return open_temporary(template, (size_t)suffix);
}

char *mkdtemp(char *template) {
  return open_temporary(template, 0) < 0 ? NULL : template;
}

/* On failure the name is empty. */
char *mktemp(char *template) {
  char *marks = marks_of(template, 0);
  if (marks == NULL) {
    template[0] = 0;
  } else {
    choose_name(marks);
  }
  return template;
}

char *tmpnam(char *to) {
  static char own[20];
  char *name = to == NULL ? own : to;
  __belay_text_copy(name, "/tmp/file");
  choose_name(name + 9);
  name[15] = 0;
  return name;
}

char *tempnam(const char *directory, const char *prefix) {
  char *name = malloc(20);
  if (directory != NULL) __belay_touch_text(directory);
  if (prefix != NULL) __belay_touch_text(prefix);
  if (name == NULL) return NULL;
  __belay_text_copy(name, "/tmp/file");
  choose_name(name + 9);
  name[15] = 0;
  return name;
}

/* ---- stat ---- */

/* struct stat and stat64 have a size of their own; every byte of them is up to the
 * system. */
#if __SIZEOF_POINTER__ == 8
#define STAT_BYTES 144
#define STAT64_BYTES 144
#else
#define STAT_BYTES 88
#define STAT64_BYTES 96
#endif

static int fill_status(void *to, size_t count) {
  unsigned *words = to;
  for (size_t i = 0; i < count / sizeof(unsigned); i++)
    words[i] = __belay_input_uint("stat");
  return 0;
}

static int status_of_path(const char *path, void *to, size_t count) {
  return act_on(path) != 0 ? -1 : fill_status(to, count);
}

static int status_of_descriptor(void *to, size_t count) {
  int error = model_outcome("file");
  if (error == 0) return fill_status(to, count);
  __belay_errno = error;
  return -1;
}

#define STAT_FUNCTIONS(suffix, bytes)                             \
  int stat##suffix(const char *path, void *to) {                  \
    return status_of_path(path, to, bytes);                       \
  }                                                               \
  int lstat##suffix(const char *path, void *to) {                 \
    return status_of_path(path, to, bytes);                       \
  }                                                               \
  int fstat##suffix(int descriptor, void *to) {                   \
    return status_of_descriptor(to, bytes);                       \
  }                                                               \
  int __xstat##suffix(int version, const char *path, void *to) {  \
    return status_of_path(path, to, bytes);                       \
  }                                                               \
  int __lxstat##suffix(int version, const char *path, void *to) { \
    return status_of_path(path, to, bytes);                       \
  }                                                               \
  int __fxstat##suffix(int version, int descriptor, void *to) {   \
    return status_of_descriptor(to, bytes);                       \
  }

STAT_FUNCTIONS(, STAT_BYTES)
STAT_FUNCTIONS(64, STAT64_BYTES)
