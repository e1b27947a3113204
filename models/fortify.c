/* What string.h and others become under _FORTIFY_SOURCE. `size` is the size of the target
 * as far as the compiler knew it. The real functions abort before they write past it;
 * here they do what the plain ones do, and the write past the object is the broken check.
 */
#include "belay_model.h"

void *__memcpy_chk(void *to, const void *from, size_t count, size_t size) {
  return memcpy(to, from, count);
}

void *__mempcpy_chk(void *to, const void *from, size_t count, size_t size) {
  memcpy(to, from, count);
  return (char *)to + count;
}

void *__memmove_chk(void *to, const void *from, size_t count, size_t size) {
  return memmove(to, from, count);
}

void *__memset_chk(void *to, int byte, size_t count, size_t size) {
  return memset(to, byte, count);
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

static size_t copy_padded(char *to, const char *from, size_t count) {
  size_t i = 0;
  while (i < count && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  for (size_t j = i; j < count; j++) to[j] = 0;
  return i;
}

char *__strncpy_chk(char *to, const char *from, size_t count, size_t size) {
  copy_padded(to, from, count);
  return to;
}

char *__stpncpy_chk(char *to, const char *from, size_t count, size_t size) {
  return to + copy_padded(to, from, count);
}

static void append(char *to, const char *from, size_t limit) {
  size_t end = 0, i = 0;
  while (to[end] != 0) end++;
  while (i < limit && from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
}

char *__strcat_chk(char *to, const char *from, size_t size) {
  append(to, from, SIZE_MAX);
  return to;
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t size) {
  append(to, from, limit);
  return to;
}

void __explicit_bzero_chk(void *to, size_t count, size_t size) { memset(to, 0, count); }

/* Called when the compiler's own check failed. */
_Noreturn void __chk_fail(void) { __belay_abort("buffer overflow detected"); }

_Noreturn void __stack_chk_fail(void) { __belay_abort("stack smashing detected"); }

long __fdelt_chk(long descriptor) {
  if (descriptor < 0 || descriptor >= 1024) __belay_abort("buffer overflow detected");
  return descriptor / (8 * (long)sizeof(long));
}
