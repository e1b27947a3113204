/* Wrappers of printf and its kind. */
#define _GNU_SOURCE
#include "wrap_file.h"
#include "wrap_format.h"

/* Before the call: the format, and what it makes the function read. */
static void check_format(const char *format, FormatArgs *args, BelayOrigin origin,
                         va_list list, const char *function) {
  belay_rt_string(format, origin, function);
  format_check_print(format, args, list, function);
}

/* `length`: what the function returns without a limit. */
static void check_target(char *to, BelayOrigin target, int length, size_t limit,
                         const char *function) {
  if (length < 0 || limit == 0) return;
  size_t size = (size_t)length < limit ? (size_t)length + 1 : limit;
  wrap_writes(to, size, target, function);
}

static int length_of(const char *format, va_list list) {
  va_list copy;
  va_copy(copy, list);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  return length;
}

/* NAME(before..., format, ...) and vNAME(before..., format, list): the same but for where
 * the referents of the arguments come from. */
#define PRINTS(name, index, parameters, last, before, call)  \
  int WRAPPED(name) parameters {                             \
    ENTER(name);                                             \
    FormatArgs args = format_args(belay_entered, index + 1); \
    BelayOrigin origin = ARG(index, format);                 \
    before;                                                  \
    va_list list;                                            \
    va_start(list, last);                                    \
    check_format(format, &args, origin, list, #name);        \
    int result = call;                                       \
    va_end(list);                                            \
    return result;                                           \
  }
#define NOTHING ((void)0)
#define USES_FILE(name) wrap_file(file, ARG(0, file), name)
#define PRINTS_LIST(name, index, parameters, before, call) \
  int WRAPPED(name) parameters {                           \
    ENTER(name);                                           \
    FormatArgs args = format_args(0, 0);                   \
    BelayOrigin origin = ARG(index, format);               \
    before;                                                \
    check_format(format, &args, origin, list, #name);      \
    return call;                                           \
  }

PRINTS(printf, 0, (const char *format, ...), format, NOTHING, vprintf(format, list))
PRINTS(fprintf, 1, (FILE * file, const char *format, ...), format, USES_FILE("fprintf"),
       vfprintf(file, format, list))
PRINTS(dprintf, 1, (int file, const char *format, ...), format, NOTHING,
       vdprintf(file, format, list))
PRINTS_LIST(vprintf, 0, (const char *format, va_list list), NOTHING,
            vprintf(format, list))
PRINTS_LIST(vfprintf, 1, (FILE * file, const char *format, va_list list),
            USES_FILE("vfprintf"), vfprintf(file, format, list))
PRINTS_LIST(vdprintf, 1, (int file, const char *format, va_list list), NOTHING,
            vdprintf(file, format, list))

static int print_to(char *to, BelayOrigin target, size_t limit, const char *format,
                    va_list list, const char *function) {
  check_target(to, target, length_of(format, list), limit, function);
  return limit == SIZE_MAX ? vsprintf(to, format, list)
                           : vsnprintf(to, limit, format, list);
}

int WRAPPED(sprintf)(char *to, const char *format, ...) {
  ENTER(sprintf);
  BelayOrigin target = ARG(0, to), origin = ARG(1, format);
  FormatArgs args = format_args(belay_entered, 2);
  va_list list;
  va_start(list, format);
  check_format(format, &args, origin, list, "sprintf");
  int result = print_to(to, target, SIZE_MAX, format, list, "sprintf");
  va_end(list);
  return result;
}

int WRAPPED(snprintf)(char *to, size_t limit, const char *format, ...) {
  ENTER(snprintf);
  BelayOrigin target = ARG(0, to), origin = ARG(2, format);
  FormatArgs args = format_args(belay_entered, 3);
  va_list list;
  va_start(list, format);
  check_format(format, &args, origin, list, "snprintf");
  int result = print_to(to, target, limit, format, list, "snprintf");
  va_end(list);
  return result;
}

int WRAPPED(vsprintf)(char *to, const char *format, va_list list) {
  ENTER(vsprintf);
  BelayOrigin target = ARG(0, to), origin = ARG(1, format);
  FormatArgs args = format_args(0, 0);
  check_format(format, &args, origin, list, "vsprintf");
  return print_to(to, target, SIZE_MAX, format, list, "vsprintf");
}

int WRAPPED(vsnprintf)(char *to, size_t limit, const char *format, va_list list) {
  ENTER(vsnprintf);
  BelayOrigin target = ARG(0, to), origin = ARG(2, format);
  FormatArgs args = format_args(0, 0);
  check_format(format, &args, origin, list, "vsnprintf");
  return print_to(to, target, limit, format, list, "vsnprintf");
}

/* The block is the program's, so its own allocator makes it. */
static int print_new(char **to, BelayOrigin slot, const char *format, va_list list,
                     const char *function) {
  int length = length_of(format, list);
  belay_rt_access(to, sizeof *to, slot, BELAY_WRITE, function);
  char *text = length < 0 ? NULL : belay_wrap_malloc((size_t)length + 1);
  *to = text;
  belay_rt_store(to, text ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return text ? vsnprintf(text, (size_t)length + 1, format, list) : -1;
}

int WRAPPED(asprintf)(char **to, const char *format, ...) {
  ENTER(asprintf);
  BelayOrigin slot = ARG(0, to), origin = ARG(1, format);
  FormatArgs args = format_args(belay_entered, 2);
  va_list list;
  va_start(list, format);
  check_format(format, &args, origin, list, "asprintf");
  int result = print_new(to, slot, format, list, "asprintf");
  va_end(list);
  return result;
}

int WRAPPED(vasprintf)(char **to, const char *format, va_list list) {
  ENTER(vasprintf);
  BelayOrigin slot = ARG(0, to), origin = ARG(1, format);
  FormatArgs args = format_args(0, 0);
  check_format(format, &args, origin, list, "vasprintf");
  return print_new(to, slot, format, list, "vasprintf");
}
