/* The intrinsics of the models, done natively, and the frame of the comparison. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compare.h"

static unsigned long expectations, failures;

void expect_at(const char *file, int line, bool condition, const char *format, ...) {
  va_list list;
  expectations++;
  if (condition) return;
  failures++;
  if (failures > 50) return;
  va_start(list, format);
  printf("%s:%d: ", file, line);
  vprintf(format, list);
  printf("\n");
  va_end(list);
}

/* ---- guarded memory ---- */

enum { SLOTS = 8, SLOT_BYTES = 1 << 16 };

char *guarded(int slot, size_t size) {
  static char *ends[SLOTS];
  if (!ends[slot]) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *start = mmap(NULL, SLOT_BYTES + page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || size > SLOT_BYTES) abort();
    ends[slot] = start + SLOT_BYTES;
    mprotect(ends[slot], page, PROT_NONE);
  }
  memset(ends[slot] - size, 0x5a, size);
  return ends[slot] - size;
}

char *guarded_text(int slot, const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(guarded(slot, size), text, size);
}

unsigned pick(unsigned limit) {
  static uint64_t state = 88172645463325252ULL;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 11) % limit;
}

/* ---- output ---- */

enum { STREAMS = 16, OUTPUT_BYTES = 1 << 16 };

static char output[STREAMS][OUTPUT_BYTES];
static size_t output_length[STREAMS];

void model___belay_output(int descriptor, const void *bytes, size_t count) {
  if (descriptor < 0 || descriptor >= STREAMS) return;
  if (output_length[descriptor] + count >= OUTPUT_BYTES) abort();
  memcpy(output[descriptor] + output_length[descriptor], bytes, count);
  output_length[descriptor] += count;
}

const char *take_output(int descriptor, size_t *length) {
  output[descriptor][output_length[descriptor]] = 0;
  if (length) *length = output_length[descriptor];
  output_length[descriptor] = 0;
  return output[descriptor];
}

/* ---- input ---- */

static const char *input_text = "";

void set_input(const char *text) { input_text = text; }

typedef struct ChoiceOf {
  const char *source;
  long long value;
} ChoiceOf;

static ChoiceOf choices[16];
static int choice_count;

void set_choice(const char *source, long long value) {
  choices[choice_count++] = (ChoiceOf){source, value};
}

void reset_choices(void) { choice_count = 0; }

static long long choose(const char *source) {
  if (!strcmp(source, "stdin")) return *input_text ? (unsigned char)*input_text++ : -1;
  for (int i = 0; i < choice_count; i++)
    if (!strcmp(source, choices[i].source)) return choices[i].value;
  return 0;
}

int model___belay_input_int(const char *source) { return (int)choose(source); }
unsigned model___belay_input_uint(const char *source) { return (unsigned)choose(source); }
long model___belay_input_long(const char *source) { return (long)choose(source); }
unsigned long model___belay_input_ulong(const char *source) {
  return (unsigned long)choose(source);
}
long long model___belay_input_llong(const char *source) { return choose(source); }
char model___belay_input_char(const char *source) { return (char)choose(source); }
unsigned char model___belay_input_uchar(const char *source) {
  return (unsigned char)choose(source);
}

/* ---- the other intrinsics ---- */

void *model___belay_alloc_static(size_t size) { return memset(malloc(size), 0xa5, size); }
void model___belay_kill(void *block) { free(block); }
size_t model___belay_objsize(const void *pointer) {
  return malloc_usable_size((void *)pointer);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
int model___belay_format_double(char *text, size_t capacity, double value,
                                const char *spec) {
  return snprintf(text, capacity, spec, value);
}

int model___belay_format_long_double(char *text, size_t capacity, long double value,
                                     const char *spec) {
  return snprintf(text, capacity, spec, value);
}

static _Noreturn void stop(const char *what) {
  printf("a model stopped: %s\n", what);
  exit(1);
}

void model___belay_assume(int condition) {
  if (!condition) stop("assumption of an input that does not hold");
}
_Noreturn void model___belay_exit(int code) { stop("exit"); }
_Noreturn void model___belay_abort(const char *reason) { stop(reason); }
void model___belay_unmodelled_format(void) { stop("unmodelled format"); }
void model___belay_unmodelled_exit(void) { stop("unmodelled exit"); }
void model___belay_unmodelled_signal(void) { stop("unmodelled signal"); }

void *model_malloc(size_t size) { return malloc(size); }
void *model_calloc(size_t count, size_t size) { return calloc(count, size); }
void *model_realloc(void *block, size_t size) { return realloc(block, size); }
void model_free(void *block) { free(block); }
void *model_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *model_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *model_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
int model_main(void) { return 0; }

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  compare_strings();
  compare_numbers();
  compare_printf();
  compare_scanf();
  compare_stdlib();
  compare_time();
  compare_options();
  compare_streams();
  printf("%lu comparisons, %lu differences\n", expectations, failures);
  return failures > 0;
}

/* ---- what the front end writes for --entry; nothing here calls it ---- */

const int model___belay_lazy_types[4], model___belay_lazy_members[2];
const int model___belay_lazy_elements = 1, model___belay_lazy_sharing = 1;
void *const model___belay_lazy_function;
int model___belay_lazy_choice(int type) { return type; }
short model___belay_input_short(const char *source) { return 0; }
void *model___belay_alloc_unknown(size_t size) { return malloc(size); }
void model___belay_unsupported_pointers(void) { stop("unsupported pointers"); }
void model___belay_unsupported_union(void) { stop("unsupported union"); }
