/* The models of libc, compiled for this machine under names with the prefix model_,
 * against the machine's own libc. Memory lies right before an unmapped page, so that a
 * model which reads or writes a byte too many dies. */
#ifndef BELAY_TESTS_MODELS_COMPARE_H
#define BELAY_TESTS_MODELS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Declares the model of a libc function. */
#define MODEL(function) __typeof__(function) model_##function

/* Counts a failed expectation and prints it with its place. */
#define expect(condition, ...) expect_at(__FILE__, __LINE__, (condition), __VA_ARGS__)
void expect_at(const char *file, int line, bool condition, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

/* `size` bytes that end where an unmapped page begins; slot 0 to 7, each one block at a
 * time. The bytes before them are mapped. */
char *guarded(int slot, size_t size);
char *guarded_text(int slot, const char *text);

/* What the models wrote to a descriptor since the last call, NUL-terminated. */
const char *take_output(int descriptor, size_t *length);
/* What "stdin" gives from now on. */
void set_input(const char *text);
/* What inputs of another source give: `value` always, 0 at the start. */
void set_choice(const char *source, long long value);
void reset_choices(void);

/* Deterministic, below `limit`. */
unsigned pick(unsigned limit);

void compare_strings(void);
void compare_numbers(void);
void compare_printf(void);
void compare_scanf(void);
void compare_streams(void);
void compare_stdlib(void);
void compare_time(void);
void compare_options(void);

#endif
