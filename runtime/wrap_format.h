/* printf's and scanf's formats, as far as they tell what memory is read and written. */
#ifndef BELAY_RUNTIME_WRAP_FORMAT_H
#define BELAY_RUNTIME_WRAP_FORMAT_H

#include <stdarg.h>

#include "wrap.h"

/* The referents of a variadic function's arguments, copied before anything is called. */
typedef struct FormatArgs {
  int known; /* 0: the caller was not instrumented, or gave a va_list */
  unsigned next;
  BelayOrigin origins[BELAY_MAX_ARGS];
} FormatArgs;

/* `first`: index of the first variadic argument. */
static inline FormatArgs format_args(int known, unsigned first) {
  FormatArgs args = {.known = known, .next = first};
  if (known) memcpy(args.origins, belay_rt_thread.args, sizeof args.origins);
  return args;
}
/* The referent of the next argument, which is this pointer. */
BelayOrigin format_next(FormatArgs *args, const void *pointer);

/* Checks what printf will read and write (%n). The format itself is checked already. */
void format_check_print(const char *format, FormatArgs *args, va_list list,
                        const char *function);

/* scanf writes strings of a length that nobody knows before: `written` is how many
 * conversions were made, -1 before the call. Before it, every place of known size is
 * checked; after it, every string that was written. */
void format_check_scan(const char *format, FormatArgs *args, va_list list, int written,
                       const char *function);

#endif
