/* The calls of calls.def as one program: `calls right|wrong FUNCTION...`. It is run by
 * `belay run`, not natively; see tests/misuse/run. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#undef basename
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* ---- names that headers do not declare ---- */

#define TEXT_TO_NUMBER(type, name) type name(const char *, char **, int);
TEXT_TO_NUMBER(long, __isoc23_strtol)
TEXT_TO_NUMBER(long long, __isoc23_strtoll)
TEXT_TO_NUMBER(unsigned long, __isoc23_strtoul)
TEXT_TO_NUMBER(unsigned long long, __isoc23_strtoull)
TEXT_TO_NUMBER(intmax_t, __isoc23_strtoimax)
TEXT_TO_NUMBER(uintmax_t, __isoc23_strtoumax)
long __strtol_internal(const char *, char **, int, int);
long long __strtoll_internal(const char *, char **, int, int);
unsigned long __strtoul_internal(const char *, char **, int, int);
unsigned long long __strtoull_internal(const char *, char **, int, int);
double __strtod_internal(const char *, char **, int);
char *__stpcpy(char *, const char *), *__strdup(const char *);
char *__strndup(const char *, size_t), *__strtok_r(char *, const char *, char **);
void *__rawmemchr(const void *, int);
void *memset_explicit(void *, int, size_t);
int timingsafe_bcmp(const void *, const void *, size_t);
size_t strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);
char *strerror_l(int, locale_t);
int __xpg_strerror_r(int, char *, size_t);
char *__secure_getenv(const char *), *gets(char *);
void cfree(void *);
typedef void (*Handler)(int);
Handler bsd_signal(int, Handler), __sysv_signal(int, Handler);
int _IO_getc(FILE *), _IO_putc(int, FILE *), _IO_feof(FILE *), _IO_ferror(FILE *);
int __uflow(FILE *), __overflow(FILE *, int), fpurge(FILE *);
int __posix_getopt(int, char *const *, const char *);
int __open_2(const char *, int), __open64_2(const char *, int);
int __xstat(int, const char *, struct stat *), __lxstat(int, const char *, struct stat *);
int __fxstat(int, int, struct stat *), __fxstat64(int, int, struct stat64 *);
int __xstat64(int, const char *, struct stat64 *);
int __lxstat64(int, const char *, struct stat64 *);
int __isoc99_scanf(const char *, ...), __isoc99_fscanf(FILE *, const char *, ...);
int __isoc99_sscanf(const char *, const char *, ...);
int __isoc23_scanf(const char *, ...), __isoc23_fscanf(FILE *, const char *, ...);
int __isoc23_sscanf(const char *, const char *, ...);
int __isoc99_vscanf(const char *, va_list), __isoc23_vscanf(const char *, va_list);
int __isoc99_vfscanf(FILE *, const char *, va_list);
int __isoc23_vfscanf(FILE *, const char *, va_list);
int __isoc99_vsscanf(const char *, const char *, va_list);
int __isoc23_vsscanf(const char *, const char *, va_list);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void __explicit_bzero_chk(void *, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t),
  *__strcat_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
size_t __strlcpy_chk(char *, const char *, size_t, size_t);
size_t __strlcat_chk(char *, const char *, size_t, size_t);
int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...);
int __dprintf_chk(int, int, const char *, ...);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __asprintf_chk(char **, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vdprintf_chk(int, int, const char *, va_list);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
int __vasprintf_chk(char **, int, const char *, va_list);
char *__fgets_chk(char *, size_t, int, FILE *), *__gets_chk(char *, size_t);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __readlink_chk(const char *, char *, size_t, size_t);
char *__realpath_chk(const char *, char *, size_t), *__getcwd_chk(char *, size_t, size_t);

/* ---- the words of the table ---- */

static void *zeros(size_t size) { return calloc(1, size); }

static char *unterminated(const char *text) {
  size_t length = strlen(text);
  return memcpy(malloc(length), text, length);
}

static void *gone(void) {
  char *block = calloc(1, 4096);
  free(block);
  return block;
}

static FILE *closed(void) {
  FILE *stream = fopen("closed", "r+");
  if (stream) fclose(stream);
  return stream;
}

#define TEXT "abc"
#define OPEN unterminated(TEXT)   /* a text without its end */
#define DIGITS unterminated("12") /* the same for numbers */
#define WIDE_OPEN wmemcpy(malloc(sizeof(wchar_t)), L"a", 1)
#define COPY strdup(TEXT)
#define TEMPLATE strdup("/tmp/XXXXXX")
#define TIGHT(size) zeros(size) /* a block of just that size */
#define ROOM zeros(256)
#define PATH zeros(4096)
#define GONE gone()     /* a block that was freed */
#define CLOSED closed() /* a stream that was closed */
#define NOWHERE ((void *)8)
#define SHORT_SEED ((unsigned short *)zeros(3))
#define NO_LIMIT ((size_t)-1)
#define VERSION (sizeof(long) == 8 ? 1 : 3)

static char *save, *line;
static size_t count;
static FILE *stream;
static int *numbers, three = 3, nine = 9; /* numbers: a block of four */
static unsigned short seed[3];
static wchar_t wide[64];
static struct timespec moment;
static struct tm date;
static struct stat status;
static struct stat64 status64;
static struct sigaction action;
static sigset_t signals;
static char *list[] = {"program", "-a", NULL}, *dashes[] = {"program", "--long", NULL};
static char *dashed[] = {"program", "-x", NULL};
static const struct option options[] = {{"long", 0, NULL, 'l'}, {0}};

static int compare(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}
static int compare_with(const void *left, const void *right, void *with) {
  return compare(left, right);
}
static void nothing(void) {}
static void nothing_with(int code, void *with) {}
static void handler(int number) {}
static void uses_gone(void) { *(char *)gone() = 1; }
static void uses_gone_signal(int number) { uses_gone(); }

#define VARIADIC(name, call)                        \
  static int call_##name(const char *format, ...) { \
    va_list rest;                                   \
    va_start(rest, format);                         \
    int result = (call, 0);                         \
    va_end(rest);                                   \
    return result;                                  \
  }
VARIADIC(vprintf, vprintf(format, rest))
VARIADIC(vfprintf, vfprintf(stdout, format, rest))
VARIADIC(vdprintf, vdprintf(1, format, rest))
VARIADIC(vsprintf, vsprintf(ROOM, format, rest))
VARIADIC(vsnprintf, vsnprintf(ROOM, 256, format, rest))
VARIADIC(vasprintf, vasprintf(&line, format, rest))
VARIADIC(vprintf_chk, __vprintf_chk(1, format, rest))
VARIADIC(vfprintf_chk, __vfprintf_chk(stdout, 1, format, rest))
VARIADIC(vdprintf_chk, __vdprintf_chk(1, 1, format, rest))
VARIADIC(vsprintf_chk, __vsprintf_chk(ROOM, 1, NO_LIMIT, format, rest))
VARIADIC(vsnprintf_chk, __vsnprintf_chk(ROOM, 256, 1, NO_LIMIT, format, rest))
VARIADIC(vasprintf_chk, __vasprintf_chk(&line, 1, format, rest))
VARIADIC(vscanf, vscanf(format, rest))
VARIADIC(vfscanf, vfscanf(stdin, format, rest))
VARIADIC(vsscanf, vsscanf("12", format, rest))
VARIADIC(99_vscanf, __isoc99_vscanf(format, rest))
VARIADIC(99_vfscanf, __isoc99_vfscanf(stdin, format, rest))
VARIADIC(99_vsscanf, __isoc99_vsscanf("12", format, rest))
VARIADIC(23_vscanf, __isoc23_vscanf(format, rest))
VARIADIC(23_vfscanf, __isoc23_vfscanf(stdin, format, rest))
VARIADIC(23_vsscanf, __isoc23_vsscanf("12", format, rest))
VARIADIC(vwarn, vwarn(format, rest))
VARIADIC(vwarnx, vwarnx(format, rest))
VARIADIC(verr, verr(0, format, rest))
VARIADIC(verrx, verrx(0, format, rest))

/* ---- the table ---- */

#define ROW(name, right, wrong)                     \
  static void right_##name(void) { (void)(right); } \
  static void wrong_##name(void) { (void)(wrong); }
#include "calls.def"

static const struct {
  const char *name;
  void (*right)(void), (*wrong)(void);
} rows[] = {
#define ROW(name, right, wrong) {#name, right_##name, wrong_##name},
#include "calls.def"
};

static int call(const char *name, int wrong) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, name)) continue;
    (wrong ? rows[i].wrong : rows[i].right)();
    return 0;
  }
  return 100;
}

int main(int argc, char **argv) {
  numbers = calloc(4, sizeof *numbers);
  for (int i = 0; i < 4; i++) numbers[i] = i;
  int wrong = strcmp(argv[1], "wrong") == 0, code = 0;
  for (int i = 2; i < argc && !code; i++) code = call(argv[i], wrong);
  return code;
}
