/* FILE and what the models of stdio.h share. The layout is glibc's: headers have macros
 * that look into it (getc_unlocked, feof_unlocked), and programs copy it. There are no
 * buffers, so those macros always find them empty and call __uflow or __overflow. */
#ifndef BELAY_MODEL_STREAM_H
#define BELAY_MODEL_STREAM_H

#include "belay_model.h"

/* Bits of FILE.flags, as glibc's macros test them. */
enum {
  STREAM_NO_READS = 0x4,
  STREAM_NO_WRITES = 0x8,
  STREAM_EOF = 0x10,
  STREAM_ERROR = 0x20,
};

#define PUSHED_LIMIT 8

typedef struct _IO_FILE {
  int flags;
  char *read_next, *read_end, *read_base;
  char *write_base, *write_next, *write_end;
  char *buffer_base, *buffer_end;
  char *save_base, *backup_base, *save_end;
  void *markers;
  struct _IO_FILE *chain;
  int number; /* the file descriptor */
  int flags2;
  long old_offset;
  unsigned short column;
  signed char vtable_offset;
  char short_buffer[1];
  void *lock;
  long long offset; /* from the start of the file, for ftell */
  void *codecvt, *wide_data, *free_list, *free_buffer;
  size_t padding;
  int mode;
  int pushed_count; /* by ungetc; the last one is read first */
  unsigned char pushed[PUSHED_LIMIT];
  char unused[15 * sizeof(int) - 4 * sizeof(void *) - sizeof(size_t) - sizeof(int) -
              PUSHED_LIMIT];
} FILE;

_Static_assert(sizeof(FILE) == (sizeof(void *) == 8 ? 216 : 148), "glibc's FILE");

extern FILE *stdin, *stdout, *stderr;

/* A byte, or EOF with the flags set. */
int __belay_stream_get(FILE *stream);
void __belay_stream_unget(FILE *stream, int byte);
/* False (and the flags set) when the stream cannot be written to. */
int __belay_stream_put(FILE *stream, const char *bytes, size_t count);
/* What a function that wrote to the stream returns: `result`, or -1 if the system did not
 * take it, which happens to descriptors above 2 only. */
int __belay_stream_result(FILE *stream, int result);

/* The next byte that descriptor 0, or any other one, has to read; -1 at its end. */
int __belay_next_byte(int descriptor);
/* For open and the like. */
int __belay_new_descriptor(void);

/* ---- printf ---- */

/* Where formatted text goes. */
typedef struct Sink {
  FILE *stream; /* NULL: into text */
  char *text;
  size_t capacity; /* of text, its NUL included; SIZE_MAX: nobody knows */
  size_t length;   /* made so far, whether there was room or not */
  int failed;
} Sink;

/* All of printf; the result is what printf returns. Does not write a NUL. */
int __belay_format(Sink *sink, const char *format, va_list list);
/* printf to a stream, or into `capacity` bytes. */
int __belay_format_stream(FILE *stream, const char *format, va_list list);
int __belay_format_text(char *text, size_t capacity, const char *format, va_list list);
/* As much as it needs on the heap; -1 without memory. */
int __belay_format_allocated(char **text, const char *format, va_list list);

/* ---- scanf ---- */

/* Where scanf reads from: a stream or a string. */
typedef struct Origin {
  FILE *stream;     /* NULL: from text */
  const char *text; /* the next byte is text[position] */
  size_t position;
  int count; /* bytes read, for %n */
} Origin;

int __belay_scan(Origin *origin, const char *format, va_list list);

#endif
