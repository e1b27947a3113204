/* stdio.h: writing bytes and strings to streams. Writing to descriptors 1 and 2 succeeds;
 * writing to others may fail. */
#include "stream.h"

int __belay_stream_put(FILE *stream, const char *bytes, size_t count) {
  if (stream->flags & STREAM_NO_WRITES) {
    stream->flags |= STREAM_ERROR;
    __belay_errno = EBADF;
    return 0;
  }
  __belay_output(stream->number, bytes, count);
  stream->offset += (long long)count;
  return 1;
}

int __belay_stream_result(FILE *stream, int result) {
  if (stream->number <= 2) return result;
  int failed = model_input_range("file", 0, 1);
  stream->flags |= STREAM_ERROR * failed;
  return result - failed * (result + 1);
}

/* ---- bytes ---- */

static int put_byte(int byte, FILE *stream) {
  char c = (char)byte;
  if (!__belay_stream_put(stream, &c, 1)) return EOF;
  return __belay_stream_result(stream, (unsigned char)byte);
}

int fputc(int byte, FILE *stream) { return put_byte(byte, stream); }

int putc(int byte, FILE *stream) { return put_byte(byte, stream); }

int _IO_putc(int byte, FILE *stream) { return put_byte(byte, stream); }

int fputc_unlocked(int byte, FILE *stream) { return put_byte(byte, stream); }

int putc_unlocked(int byte, FILE *stream) { return put_byte(byte, stream); }

int __overflow(FILE *stream, int byte) { return put_byte(byte, stream); }

int putchar(int byte) { return put_byte(byte, stdout); }

int putchar_unlocked(int byte) { return put_byte(byte, stdout); }

int putw(int word, FILE *stream) {
  for (unsigned i = 0; i < sizeof(int); i++)
    if (put_byte((int)((unsigned)word >> 8 * i), stream) == EOF) return EOF;
  return 0;
}

static size_t write_items(const void *from, size_t size, size_t count, FILE *stream) {
  size_t total = size * count;
  if (total == 0) return 0;
  if (!__belay_stream_put(stream, from, total)) return 0;
  return __belay_stream_result(stream, 0) < 0 ? 0 : count;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  return write_items(from, size, count, stream);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
  return write_items(from, size, count, stream);
}

/* ---- strings ---- */

static int put_text(const char *text, FILE *stream) {
  size_t length = __belay_text_length(text);
  if (!__belay_stream_put(stream, text, length)) return EOF;
  return __belay_stream_result(stream, 1);
}

int fputs(const char *text, FILE *stream) { return put_text(text, stream); }

int fputs_unlocked(const char *text, FILE *stream) { return put_text(text, stream); }

int puts(const char *text) {
  size_t length = __belay_text_length(text);
  if (!__belay_stream_put(stdout, text, length)) return EOF;
  __belay_stream_put(stdout, "\n", 1);
  return __belay_stream_result(stdout, (int)(length + 1));
}

void perror(const char *text) {
  if (text != NULL && text[0] != 0) {
    put_text(text, stderr);
    __belay_stream_put(stderr, ": ", 2);
  }
  put_text(__belay_error_text(__belay_errno), stderr);
  __belay_stream_put(stderr, "\n", 1);
}

void psignal(int number, const char *text) {
  if (text != NULL && text[0] != 0) {
    put_text(text, stderr);
    __belay_stream_put(stderr, ": ", 2);
  }
  put_text(__belay_signal_text(number), stderr);
  __belay_stream_put(stderr, "\n", 1);
}
