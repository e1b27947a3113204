/* string.h: functions that write strings. */
#include "belay_model.h"

/* Copies up to and with the NUL; where the copy of the NUL lies, counted from `to`. */
static size_t copy_text(char *to, const char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return i;
}

/* Writes exactly `count` bytes: the string, then zeros. */
static size_t copy_padded(char *to, const char *from, size_t count) {
  size_t i = 0;
  while (i < count && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  for (size_t j = i; j < count; j++) to[j] = 0;
  return i;
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *stpcpy(char *to, const char *from) { return to + copy_text(to, from); }

char *__stpcpy(char *to, const char *from) { return to + copy_text(to, from); }

char *strncpy(char *to, const char *from, size_t count) {
  copy_padded(to, from, count);
  return to;
}

char *stpncpy(char *to, const char *from, size_t count) {
  return to + copy_padded(to, from, count);
}

char *strcat(char *to, const char *from) {
  size_t end = 0, i = 0;
  while (to[end] != 0) end++;
  while (from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, size_t limit) {
  size_t end = 0, i = 0;
  while (to[end] != 0) end++;
  while (i < limit && from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

/* The BSD pair: `capacity` is that of all of `to`; the result is the length wanted. */
static size_t copy_bounded(char *to, const char *from, size_t capacity) {
  size_t i = 0;
  while (from[i] != 0) {
    if (i + 1 < capacity) to[i] = from[i];
    i++;
  }
  if (capacity > 0) to[i < capacity ? i : capacity - 1] = 0;
  return i;
}

static size_t append_bounded(char *to, const char *from, size_t capacity) {
  size_t end = 0, i = 0;
  while (end < capacity && to[end] != 0) end++;
  while (from[i] != 0) {
    if (end + i + 1 < capacity) to[end + i] = from[i];
    i++;
  }
  if (end < capacity) to[end + i < capacity ? end + i : capacity - 1] = 0;
  return end + i;
}

size_t strlcpy(char *to, const char *from, size_t capacity) {
  return copy_bounded(to, from, capacity);
}

size_t strlcat(char *to, const char *from, size_t capacity) {
  return append_bounded(to, from, capacity);
}

size_t __strlcpy_chk(char *to, const char *from, size_t capacity, size_t size) {
  return copy_bounded(to, from, capacity);
}

size_t __strlcat_chk(char *to, const char *from, size_t capacity, size_t size) {
  return append_bounded(to, from, capacity);
}

size_t strxfrm(char *to, const char *from, size_t capacity) {
  size_t i = 0;
  while (from[i] != 0) {
    if (i < capacity) to[i] = from[i];
    i++;
  }
  if (i < capacity) to[i] = 0;
  return i;
}

char *strdup(const char *text) {
  return __belay_text_duplicate(text, __belay_text_length(text));
}

char *__strdup(const char *text) {
  return __belay_text_duplicate(text, __belay_text_length(text));
}

char *strndup(const char *text, size_t limit) {
  return __belay_text_duplicate(text, __belay_text_length_within(text, limit));
}

char *__strndup(const char *text, size_t limit) {
  return __belay_text_duplicate(text, __belay_text_length_within(text, limit));
}

/* The part behind the last slash; GNU's and POSIX's differ in what they do with "a/". */
char *basename(const char *path) {
  size_t start = 0;
  for (size_t i = 0; path[i] != 0; i++)
    if (path[i] == '/') start = i + 1;
  return (char *)path + start;
}

static size_t without_slashes(const char *path, size_t end) {
  while (end > 1 && path[end - 1] == '/') end--;
  return end;
}

char *__xpg_basename(char *path) {
  if (path == NULL || path[0] == 0) return (char *)".";
  size_t length = __belay_text_length(path);
  size_t end = without_slashes(path, length);
  size_t start = end;
  while (start > 0 && path[start - 1] != '/') start--;
  if (start == end) return path + length - 1;
  if (end < length) path[end] = 0;
  return path + start;
}

char *dirname(char *path) {
  if (path == NULL) return (char *)".";
  size_t end = without_slashes(path, __belay_text_length(path));
  while (end > 0 && path[end - 1] != '/') end--;
  if (end == 0) return (char *)".";
  end = without_slashes(path, end);
  if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/') end = 2;
  path[end] = 0;
  return path;
}
