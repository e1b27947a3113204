/* stdio.h: the printf family, by its names in glibc's headers. */
#include "stream.h"

int __belay_format_stream(FILE *stream, const char *format, va_list list) {
  Sink sink = {stream, NULL, 0, 0, 0};
  int result = __belay_format(&sink, format, list);
  return sink.failed ? -1 : __belay_stream_result(stream, result);
}

int __belay_format_text(char *text, size_t capacity, const char *format, va_list list) {
  char nothing[1];
  Sink sink = {NULL, capacity == 0 ? nothing : text, capacity == 0 ? 1 : capacity, 0, 0};
  int result = __belay_format(&sink, format, list);
  if (capacity > 0) text[sink.length < capacity ? sink.length : capacity - 1] = 0;
  return result;
}

int __belay_format_allocated(char **text, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int length = __belay_format_text(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return -1;
  char *block = malloc((size_t)length + 1);
  if (block == NULL) {
    __belay_errno = ENOMEM;
    return -1;
  }
  __belay_format_text(block, (size_t)length + 1, format, list);
  *text = block;
  return length;
}

static int format_descriptor(int number, const char *format, va_list list) {
  FILE stream = {.number = number};
  return __belay_format_stream(&stream, format, list);
}

/* Evaluates `call`, which uses `list`, in a function with arguments behind `last`. */
#define WITH_LIST(last, call) \
  va_list list;               \
  va_start(list, last);       \
  int result = call;          \
  va_end(list);               \
  return result

/* ---- to a stream ---- */

int printf(const char *format, ...) {
  WITH_LIST(format, __belay_format_stream(stdout, format, list));
}

int fprintf(FILE *stream, const char *format, ...) {
  WITH_LIST(format, __belay_format_stream(stream, format, list));
}

int dprintf(int number, const char *format, ...) {
  WITH_LIST(format, format_descriptor(number, format, list));
}

int vprintf(const char *format, va_list list) {
  return __belay_format_stream(stdout, format, list);
}

int vfprintf(FILE *stream, const char *format, va_list list) {
  return __belay_format_stream(stream, format, list);
}

int vdprintf(int number, const char *format, va_list list) {
  return format_descriptor(number, format, list);
}

/* ---- into memory ---- */

int sprintf(char *text, const char *format, ...) {
  WITH_LIST(format, __belay_format_text(text, SIZE_MAX, format, list));
}

int snprintf(char *text, size_t capacity, const char *format, ...) {
  WITH_LIST(format, __belay_format_text(text, capacity, format, list));
}

int vsprintf(char *text, const char *format, va_list list) {
  return __belay_format_text(text, SIZE_MAX, format, list);
}

int vsnprintf(char *text, size_t capacity, const char *format, va_list list) {
  return __belay_format_text(text, capacity, format, list);
}

int asprintf(char **text, const char *format, ...) {
  WITH_LIST(format, __belay_format_allocated(text, format, list));
}

int vasprintf(char **text, const char *format, va_list list) {
  return __belay_format_allocated(text, format, list);
}

/* ---- with _FORTIFY_SOURCE: `flag` forbids %n in writable formats, `size` is that of the
 * target as far as the compiler knows it; an overflow is a broken store all the same ----
 */

int __printf_chk(int flag, const char *format, ...) {
  WITH_LIST(format, __belay_format_stream(stdout, format, list));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  WITH_LIST(format, __belay_format_stream(stream, format, list));
}

int __dprintf_chk(int number, int flag, const char *format, ...) {
  WITH_LIST(format, format_descriptor(number, format, list));
}

int __vprintf_chk(int flag, const char *format, va_list list) {
  return __belay_format_stream(stdout, format, list);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list) {
  return __belay_format_stream(stream, format, list);
}

int __vdprintf_chk(int number, int flag, const char *format, va_list list) {
  return format_descriptor(number, format, list);
}

int __sprintf_chk(char *text, int flag, size_t size, const char *format, ...) {
  WITH_LIST(format, __belay_format_text(text, SIZE_MAX, format, list));
}

int __snprintf_chk(char *text, size_t capacity, int flag, size_t size, const char *format,
                   ...) {
  WITH_LIST(format, __belay_format_text(text, capacity, format, list));
}

int __vsprintf_chk(char *text, int flag, size_t size, const char *format, va_list list) {
  return __belay_format_text(text, SIZE_MAX, format, list);
}

int __vsnprintf_chk(char *text, size_t capacity, int flag, size_t size,
                    const char *format, va_list list) {
  return __belay_format_text(text, capacity, format, list);
}

int __asprintf_chk(char **text, int flag, const char *format, ...) {
  WITH_LIST(format, __belay_format_allocated(text, format, list));
}

int __vasprintf_chk(char **text, int flag, const char *format, va_list list) {
  return __belay_format_allocated(text, format, list);
}
