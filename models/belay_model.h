/* What the models of libc share: the intrinsics that the front end lowers itself, types
 * and numbers as glibc has them on x86 Linux, and the models' own functions.
 *
 * How a model is written:
 * - It touches the memory that the real function touches, by plain loads and stores, so a
 *   wrong argument shows up as a broken check inside it.
 * - Indices count up from 0; no pointer is compared where a count will do; no type
 * punning.
 * - It calls no public function but those that the front end lowers (malloc, memcpy,
 * ...): a user's program may define a strlen of its own. What models share is named
 * __belay_*.
 * - What the environment decides is an input, and the input 0 is always a possible one: a
 *   run without prepared inputs goes on (calls succeed, files are empty, variables
 * unset). */
#ifndef BELAY_MODEL_H
#define BELAY_MODEL_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef ptrdiff_t ssize_t;
typedef long off_t;
typedef long long off64_t;
typedef long time_t;

#define EOF (-1)
#define PATH_MAX 4096

/* ---- lowered by the front end ---- */

/* A block that free() may not have and that is never a leak; the end of its life. */
void *__belay_alloc_static(size_t size);
void __belay_kill(void *block);
/* A block on the heap of which nobody knows the size: an access to it is not supported.
 */
void *__belay_alloc_unknown(size_t size);
/* Of the object that the pointer points into, from the object's start. */
size_t __belay_objsize(const void *pointer);
/* Any value; `source` is a string literal. "stdin" as int: a byte, or -1 at the end. */
int __belay_input_int(const char *source);
unsigned __belay_input_uint(const char *source);
long __belay_input_long(const char *source);
unsigned long __belay_input_ulong(const char *source);
long long __belay_input_llong(const char *source);
short __belay_input_short(const char *source);
char __belay_input_char(const char *source);
unsigned char __belay_input_uchar(const char *source);
void __belay_output(int descriptor, const void *bytes, size_t count);
/* snprintf of one number; `spec` is one conversion such as "%-10.3f" or "%Lg". */
int __belay_format_double(char *text, size_t capacity, double value, const char *spec);
int __belay_format_long_double(char *text, size_t capacity, long double value,
                               const char *spec);
void __belay_assume(int condition);
_Noreturn void __belay_exit(int code);
_Noreturn void __belay_abort(const char *reason);
/* Instructions that are not understood: no proof gets past them. */
void __belay_unsupported_pointers(void);
void __belay_unsupported_union(void);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);

/* Not defined anywhere: a call to one is an unknown function, and no proof gets past it.
 */
void __belay_unmodelled_format(void);
void __belay_unmodelled_signal(void);
void __belay_unmodelled_exit(void);

/* ---- inputs ---- */

/* An int between low and high, which include 0. */
#define model_input_range(source, low, high)                \
  ({                                                        \
    int input_ = __belay_input_int(source);                 \
    __belay_assume((input_ >= (low)) & (input_ <= (high))); \
    input_;                                                 \
  })

/* What a system call came to: 0, or the number of an error. */
#define ERRNO_LAST 133
#define model_outcome(source) model_input_range(source, 0, ERRNO_LAST)

/* ---- errno ---- */

enum {
  ENOENT = 2,
  EINTR = 4,
  EBADF = 9,
  ECHILD = 10,
  ENOMEM = 12,
  EINVAL = 22,
  ENOTTY = 25,
  ESPIPE = 29,
  ERANGE = 34,
  EILSEQ = 84,
};

/* What __errno_location() gives the address of. */
extern int __belay_errno;

/* ---- strings, defined in internal.c ---- */

size_t __belay_text_length(const char *text);
/* At most `limit`, and reads no further. */
size_t __belay_text_length_within(const char *text, size_t limit);
int __belay_text_equal(const char *left, const char *right);
void __belay_text_copy(char *to, const char *from);
/* On the heap, for the user to free; NULL (and errno) without memory. */
char *__belay_text_duplicate(const char *text, size_t length);
/* Reads it to its end, as a function does that hands it on to the system. */
void __belay_touch_text(const char *text);
/* `length` bytes of a name or value that the environment chose (one may be 0). Functions
 * of this name's beginning have this form: a block, a length, a loop with one input and
 * one store; the symbolic engine takes such a call as one step. */
void __belay_input_bytes_environment(char *to, size_t length);
/* The same, and a 0. */
void __belay_fill_text(char *text, size_t length);

static inline int model_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int model_is_digit(int c) { return c >= '0' && c <= '9'; }
static inline int model_lower(int c) {
  return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}
static inline int model_upper(int c) {
  return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}
/* -1 when c is no digit in bases up to 36. */
int __belay_digit_value(int c);

/* ---- between files ---- */

const char *__belay_error_text(int number);
const char *__belay_signal_text(int number);
char *__belay_decimal(char *text, size_t capacity, unsigned long value);
/* Whether getenv gives something, and what. */
int __belay_environment_has(const char *name);
char *__belay_environment_value(const char *name);
/* As raise. */
int __belay_raise(int number);
/* As alarm. */
void __belay_set_alarm(unsigned seconds);
/* Runs what atexit and on_exit were given. */
void __belay_run_exit_handlers(int code);
/* Set where a run starts (start.c): a return from main runs the handlers. */
extern int __belay_handlers_run_at_return;

/* An integer as strtol reads it. */
typedef struct ParsedInteger {
  unsigned long long magnitude; /* ULLONG_MAX when it does not fit */
  int negative;
  int overflow;
  size_t length; /* bytes read, white space and sign included; 0: no number */
} ParsedInteger;

/* One more digit behind the number. */
void __belay_push_digit(ParsedInteger *number, unsigned digit, unsigned base);
/* binary: "0b101" is a number, as since C23. */
ParsedInteger __belay_parse_integer(const char *text, int base, int binary);
/* A number in base 0 (by prefix) or 2 to 36, as strtol gives it: clamped, with errno. */
long long __belay_clamp_signed(ParsedInteger number, long long low, long long high);

/* Floats as strtod reads them, rounded to nearest, ties to even. */
long double __belay_parse_float(const char *text, size_t *length, int digits);
#define MODEL_FLOAT_DIGITS 24
#define MODEL_DOUBLE_DIGITS 53
#define MODEL_LONG_DOUBLE_DIGITS 64

#endif
