/* stdio.h: reading bytes and lines from streams. */
#include "stream.h"

/* 0 stands for the end, so that a file without prepared content is empty. */
int __belay_next_byte(int descriptor) {
  if (descriptor == 0) return model_input_range("stdin", -1, 255);
  return model_input_range("file", 0, 256) - 1;
}

/* The end of a file stays until clearerr, also on a terminal. */
int __belay_stream_get(FILE *stream) {
  if (stream->pushed_count > 0 && stream->pushed_count <= PUSHED_LIMIT) {
    stream->pushed_count--;
    stream->offset++;
    return stream->pushed[stream->pushed_count];
  }
  if (stream->flags & STREAM_EOF) return EOF;
  if (stream->flags & STREAM_NO_READS) {
    stream->flags |= STREAM_ERROR;
    __belay_errno = EBADF;
    return EOF;
  }
  int byte = __belay_next_byte(stream->number);
  if (byte < 0) {
    stream->flags |= STREAM_EOF;
    return EOF;
  }
  stream->offset++;
  return byte;
}

void __belay_stream_unget(FILE *stream, int byte) {
  if (byte == EOF || stream->pushed_count < 0 || stream->pushed_count >= PUSHED_LIMIT)
    return;
  stream->pushed[stream->pushed_count] = (unsigned char)byte;
  stream->pushed_count++;
  stream->offset--;
}

/* ---- bytes ---- */

int fgetc(FILE *stream) { return __belay_stream_get(stream); }

int getc(FILE *stream) { return __belay_stream_get(stream); }

int _IO_getc(FILE *stream) { return __belay_stream_get(stream); }

int fgetc_unlocked(FILE *stream) { return __belay_stream_get(stream); }

int getc_unlocked(FILE *stream) { return __belay_stream_get(stream); }

int __uflow(FILE *stream) { return __belay_stream_get(stream); }

int getchar(void) { return __belay_stream_get(stdin); }

int getchar_unlocked(void) { return __belay_stream_get(stdin); }

int getw(FILE *stream) {
  unsigned word = 0;
  for (unsigned i = 0; i < sizeof(int); i++) {
    int byte = __belay_stream_get(stream);
    if (byte == EOF) return EOF;
    word |= (unsigned)byte << 8 * i;
  }
  return (int)word;
}

/* As many bytes as glibc takes back depends on its buffer; here it is PUSHED_LIMIT. */
int ungetc(int byte, FILE *stream) {
  if (byte == EOF || stream->pushed_count >= PUSHED_LIMIT) return EOF;
  __belay_stream_unget(stream, byte);
  stream->flags &= ~STREAM_EOF;
  return (unsigned char)byte;
}

static size_t read_items(void *to, size_t size, size_t count, FILE *stream) {
  unsigned char *at = to;
  size_t total = size * count;
  if (total == 0) return 0;
  for (size_t i = 0; i < total; i++) {
    int byte = __belay_stream_get(stream);
    if (byte == EOF) return i / size;
    at[i] = (unsigned char)byte;
  }
  return count;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  return read_items(to, size, count, stream);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
  return read_items(to, size, count, stream);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
  return read_items(to, size, count, stream);
}

/* ---- lines ---- */

static char *read_line(char *to, int capacity, FILE *stream) {
  int i = 0, byte = 0;
  if (capacity <= 0) return NULL;
  while (i < capacity - 1 && byte != '\n') {
    byte = __belay_stream_get(stream);
    if (byte == EOF) break;
    to[i] = (char)byte;
    i++;
  }
  if (byte == EOF && i == 0) return NULL;
  to[i] = 0;
  return to;
}

char *fgets(char *to, int capacity, FILE *stream) {
  return read_line(to, capacity, stream);
}

char *fgets_unlocked(char *to, int capacity, FILE *stream) {
  return read_line(to, capacity, stream);
}

char *__fgets_chk(char *to, size_t size, int capacity, FILE *stream) {
  return read_line(to, capacity, stream);
}

/* No program is safe that calls this on a line of any length. */
static char *read_unbounded_line(char *to) {
  size_t i = 0;
  int byte = __belay_stream_get(stdin);
  if (byte == EOF) return NULL;
  while (byte != EOF && byte != '\n') {
    to[i] = (char)byte;
    i++;
    byte = __belay_stream_get(stdin);
  }
  to[i] = 0;
  return to;
}

char *gets(char *to) { return read_unbounded_line(to); }

char *__gets_chk(char *to, size_t size) { return read_unbounded_line(to); }

/* glibc grows the block to twice its size, from 120. */
static int make_room(char **line, size_t *capacity, size_t needed) {
  if (*line != NULL && *capacity >= needed) return 1;
  size_t size = *line == NULL || *capacity == 0 ? 120 : 2 * *capacity;
  if (size < needed) size = needed;
  char *larger = realloc(*line, size);
  if (larger == NULL) {
    __belay_errno = ENOMEM;
    return 0;
  }
  *line = larger;
  *capacity = size;
  return 1;
}

static ssize_t read_until(char **line, size_t *capacity, int delimiter, FILE *stream) {
  size_t length = 0;
  int byte = 0;
  if (line == NULL || capacity == NULL) {
    __belay_errno = EINVAL;
    return -1;
  }
  if (!make_room(line, capacity, 1)) return -1;
  do {
    byte = __belay_stream_get(stream);
    if (byte == EOF) break;
    if (!make_room(line, capacity, length + 2)) return -1;
    (*line)[length] = (char)byte;
    length++;
  } while (byte != delimiter);
  if (length == 0) return -1;
  (*line)[length] = 0;
  return (ssize_t)length;
}

ssize_t getline(char **line, size_t *capacity, FILE *stream) {
  return read_until(line, capacity, '\n', stream);
}

ssize_t getdelim(char **line, size_t *capacity, int delimiter, FILE *stream) {
  return read_until(line, capacity, delimiter, stream);
}

ssize_t __getdelim(char **line, size_t *capacity, int delimiter, FILE *stream) {
  return read_until(line, capacity, delimiter, stream);
}
