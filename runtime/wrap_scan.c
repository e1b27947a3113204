/* Wrappers of scanf and its kind, under both of the names that the headers give them. */
#define _GNU_SOURCE
#include "wrap_file.h"
#include "wrap_format.h"

#define SCANS(name, index, parameters, before, call)                         \
  int WRAPPED(name) parameters {                                             \
    ENTER(name);                                                             \
    FormatArgs args = format_args(belay_entered, index + 1), again = args;   \
    belay_rt_string(format, ARG(index, format), #name);                      \
    before;                                                                  \
    va_list list;                                                            \
    va_start(list, format);                                                  \
    format_check_scan(format, &args, list, -1, #name);                       \
    va_list copy;                                                            \
    va_copy(copy, list);                                                     \
    int result = call;                                                       \
    va_end(copy);                                                            \
    format_check_scan(format, &again, list, result < 0 ? 0 : result, #name); \
    va_end(list);                                                            \
    return result;                                                           \
  }
#define SCANS_LIST(name, index, parameters, before, call)                    \
  int WRAPPED(name) parameters {                                             \
    ENTER(name);                                                             \
    FormatArgs args = format_args(0, 0), again = args;                       \
    belay_rt_string(format, ARG(index, format), #name);                      \
    before;                                                                  \
    format_check_scan(format, &args, list, -1, #name);                       \
    va_list copy;                                                            \
    va_copy(copy, list);                                                     \
    int result = call;                                                       \
    va_end(copy);                                                            \
    format_check_scan(format, &again, list, result < 0 ? 0 : result, #name); \
    return result;                                                           \
  }
#define NOTHING ((void)0)
#define USES_FILE wrap_file(file, ARG(0, file), "fscanf")
#define READS_TEXT belay_rt_string(text, ARG(0, text), "sscanf")

SCANS(scanf, 0, (const char *format, ...), NOTHING, vscanf(format, copy))
SCANS(fscanf, 1, (FILE * file, const char *format, ...), USES_FILE,
      vfscanf(file, format, copy))
SCANS(sscanf, 1, (const char *text, const char *format, ...), READS_TEXT,
      vsscanf(text, format, copy))
SCANS_LIST(vscanf, 0, (const char *format, va_list list), NOTHING, vscanf(format, copy))
SCANS_LIST(vfscanf, 1, (FILE * file, const char *format, va_list list), USES_FILE,
           vfscanf(file, format, copy))
SCANS_LIST(vsscanf, 1, (const char *text, const char *format, va_list list), READS_TEXT,
           vsscanf(text, format, copy))

SCANS(__isoc99_scanf, 0, (const char *format, ...), NOTHING, vscanf(format, copy))
SCANS(__isoc99_fscanf, 1, (FILE * file, const char *format, ...), USES_FILE,
      vfscanf(file, format, copy))
SCANS(__isoc99_sscanf, 1, (const char *text, const char *format, ...), READS_TEXT,
      vsscanf(text, format, copy))
SCANS_LIST(__isoc99_vscanf, 0, (const char *format, va_list list), NOTHING,
           vscanf(format, copy))
SCANS_LIST(__isoc99_vfscanf, 1, (FILE * file, const char *format, va_list list),
           USES_FILE, vfscanf(file, format, copy))
SCANS_LIST(__isoc99_vsscanf, 1, (const char *text, const char *format, va_list list),
           READS_TEXT, vsscanf(text, format, copy))
