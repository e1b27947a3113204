/* The world as the models of the C library see it: input, output, the end of the program.
 * Standard input, the arguments and the standard streams are the process's own. With
 * BELAY_INPUTS=FILE in the environment every value comes from that file, in the form that
 * `belay run --inputs` takes: one value a line, `@17 5` for instruction 17, `#` starts a
 * comment. What the file does not have is 0, as there. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "staged.h"

/* ---- the file of inputs ---- */

typedef struct Value {
  uint32_t inst; /* UINT32_MAX: for whoever asks */
  bool used, is_float;
  uint64_t bits;
  double number;
} Value;

static Value *values; /* in order */
static size_t value_count, value_first;
static bool has_inputs;
static int arguments;
static char **argument_texts;
static int argument;
static size_t argument_byte;

static _Noreturn void refuse(const char *path, unsigned line, const char *words) {
  char text[512];
  snprintf(text, sizeof text, "%s: line %u: %s", path, line, words);
  staged_stop(text, STAGED_EXIT_STOPPED);
}

/* One line, without its end; false when there is no value on it. */
static bool read_value(const char *path, unsigned number, char *line, Value *value) {
  char *comment = strchr(line, '#');
  if (comment) *comment = 0;
  *value = (Value){.inst = UINT32_MAX};
  char *at = line + strspn(line, " \t\r"), *stop;
  if (!*at) return false;
  if (*at == '@') {
    value->inst = (uint32_t)strtoul(at + 1, &stop, 10);
    if (stop == at + 1) refuse(path, number, "expected an instruction's number after @");
    at = stop + strspn(stop, " \t");
  }
  value->is_float = strchr(at, '.') != NULL;
  if (value->is_float)
    value->number = strtod(at, &stop);
  else
    value->bits = *at == '-' ? (uint64_t)strtoll(at, &stop, 0) : strtoull(at, &stop, 0);
  if (stop == at || stop[strspn(stop, " \t\r")])
    refuse(path, number, "expected a number");
  return true;
}

static char *read_file(const char *path) {
  int file = open(path, O_RDONLY);
  off_t size = file < 0 ? -1 : lseek(file, 0, SEEK_END);
  if (size < 0)
    staged_stop("the file of BELAY_INPUTS cannot be read", STAGED_EXIT_STOPPED);
  char *bytes = mmap(NULL, (size_t)size + 1, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (off_t done = 0; done < size;) {
    ssize_t got = pread(file, bytes + done, (size_t)(size - done), done);
    if (got <= 0) break;
    done += got;
  }
  close(file);
  return bytes;
}

static void read_inputs(const char *path) {
  char *bytes = read_file(path);
  size_t lines = 1;
  for (char *c = bytes; *c; c++) lines += *c == '\n';
  values = mmap(NULL, lines * sizeof(Value), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned number = 1;
  for (char *line = bytes; line; number++) {
    char *next = strchr(line, '\n');
    if (next) *next++ = 0;
    if (read_value(path, number, line, &values[value_count])) value_count++;
    line = next;
  }
  has_inputs = true;
}

static Value *take(uint32_t inst) {
  while (value_first < value_count && values[value_first].used) value_first++;
  Value *common = NULL;
  for (size_t i = value_first; i < value_count; i++) {
    Value *value = &values[i];
    if (value->used) continue;
    if (value->inst == inst) return value->used = true, value;
    if (value->inst == UINT32_MAX && !common) common = value;
  }
  if (common) common->used = true;
  return common;
}

/* ---- input ---- */

static uint64_t float_bits(double number, uint32_t bits) {
  uint64_t result = 0;
  float narrow = (float)number;
  if (bits == 32)
    memcpy(&result, &narrow, sizeof narrow);
  else
    memcpy(&result, &number, sizeof number);
  return result;
}

static int next_byte(void) {
  unsigned char c;
  staged_flush();
  return read(0, &c, 1) == 1 ? c : -1;
}

static bool own_input(const char *source, int64_t *value) {
  *value = 0;
  if (!strcmp(source, "stdin")) return *value = next_byte(), true;
  if (!strcmp(source, "argc")) return *value = arguments, true;
  if (!strcmp(source, "argv.length")) {
    argument_byte = 0;
    if (argument < arguments) *value = (int64_t)strlen(argument_texts[argument]);
    return argument++, true;
  }
  if (strcmp(source, "argv.byte") || argument < 1 || argument > arguments) return false;
  const char *text = argument_texts[argument - 1];
  if (text[argument_byte]) *value = text[argument_byte++];
  return true;
}

uint64_t staged_input(const char *source, uint32_t inst, uint32_t bits,
                      uint32_t is_float) {
  int64_t own;
  if (!has_inputs) return own_input(source, &own) ? (uint64_t)own : 0;
  Value *value = take(inst);
  if (!value) return 0;
  if (!value->is_float) return value->bits;
  return is_float ? float_bits(value->number, bits) : (uint64_t)(int64_t)value->number;
}

/* ---- output ---- */

static char buffer[1 << 14];
static size_t buffered;

static void write_all(int file, const char *bytes, size_t count) {
  while (count) {
    ssize_t got = write(file, bytes, count);
    if (got <= 0) return;
    bytes += got;
    count -= (size_t)got;
  }
}

void staged_flush(void) {
  write_all(1, buffer, buffered);
  buffered = 0;
}

void __belay_output(int descriptor, const void *bytes, size_t count) {
  if (descriptor != 1) {
    staged_flush();
    if (descriptor == 2) write_all(2, bytes, count);
    return;
  }
  if (count > sizeof buffer - buffered) staged_flush();
  if (count > sizeof buffer) {
    write_all(1, bytes, count);
    return;
  }
  memcpy(buffer + buffered, bytes, count);
  buffered += count;
}

static int format(char *text, size_t capacity, const char *formatted, int length) {
  size_t bytes = (size_t)length + 1 < capacity ? (size_t)length + 1 : capacity;
  if (!bytes) return length;
  staged_check_pointer(text, bytes, 1, text, staged_user_place(NULL));
  memcpy(text, formatted, bytes);
  if (bytes == capacity) text[bytes - 1] = 0;
  return length;
}

int __belay_format_double(char *text, size_t capacity, double value, const char *spec) {
  static char formatted[8192];
  return format(text, capacity, formatted,
                snprintf(formatted, sizeof formatted, spec, value));
}

int __belay_format_long_double(char *text, size_t capacity, long double value,
                               const char *spec) {
  static char formatted[16384];
  return format(text, capacity, formatted,
                snprintf(formatted, sizeof formatted, spec, value));
}

/* ---- blocks of the library ---- */

void *__belay_alloc_static(size_t size) {
  return (void *)staged_static_block(size)->start;
}

void __belay_kill(void *block) { staged_end_static(block); }

size_t __belay_objsize(const void *pointer) {
  static const StagedTree trees[] = {STAGED_TREE_HEAP, STAGED_TREE_STACK,
                                     STAGED_TREE_GLOBALS};
  for (unsigned i = 0; i < 3; i++) {
    StagedBlock *block = staged_tree_before(trees[i], (uintptr_t)pointer);
    if (staged_block_holds(block, (uintptr_t)pointer, 0)) return (size_t)block->size;
  }
  return 0;
}

/* ---- the end ---- */

void __belay_assume(int condition) {
  if (!condition) staged_stop("an assumption does not hold", STAGED_EXIT_STOPPED);
}

__attribute__((weak)) void __VERIFIER_assume(int condition) { __belay_assume(condition); }
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}

_Noreturn void __belay_exit(int code) {
  staged_flush();
  _exit(code);
}

_Noreturn void staged_abort(const char *reason) {
  char text[512];
  int length = snprintf(text, sizeof text, "note: aborted: %s\n", reason);
  staged_flush();
  write_all(2, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  _exit(134);
}

_Noreturn void __belay_abort(const char *reason) { staged_abort(reason); }
__attribute__((weak)) _Noreturn void abort(void) { staged_abort("abort() called"); }
__attribute__((weak)) _Noreturn void __assert_fail(const char *text, const char *file,
                                                   unsigned line, const char *function) {
  staged_abort("assertion failed");
}
__attribute__((weak)) _Noreturn void __VERIFIER_error(void) {
  staged_abort("error reached");
}
__attribute__((weak)) _Noreturn void reach_error(void) { staged_abort("error reached"); }

/* Not modelled: nobody can say what happens. */
_Noreturn void __belay_unmodelled_format(void) {
  staged_stop("cannot go on: a format that is not modelled", STAGED_EXIT_STOPPED);
}
_Noreturn void __belay_unmodelled_signal(void) {
  staged_stop("cannot go on: a signal that is not modelled", STAGED_EXIT_STOPPED);
}
_Noreturn void __belay_unmodelled_exit(void) {
  staged_stop("cannot go on: an exit that is not modelled", STAGED_EXIT_STOPPED);
}

/* A division that traps ends the run as in the interpreter. */
static void stop_at_trap(int signal_number) {
  staged_stop("the run stops: division by zero or a quotient that does not fit",
              STAGED_EXIT_STOPPED);
}

static void abort_at_trap(int signal_number) { staged_abort("trap"); }

void staged_world_start(int argc, char **argv) {
  const char *path = getenv("BELAY_INPUTS");
  arguments = argc;
  argument_texts = argv;
  if (path && *path) read_inputs(path);
  signal(SIGFPE, stop_at_trap);
  signal(SIGILL, abort_at_trap);
}
