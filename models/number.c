/* stdlib.h: integers from strings. */
#include "belay_model.h"

/* Bytes of a prefix that names the base, or 0; a prefix counts only before a digit. */
static size_t prefix_length(const char *text, int base, int binary) {
  if (text[0] != '0') return 0;
  int letter = model_lower(text[1]);
  if (letter == 'x' && (base == 0 || base == 16)) {
    int digit = __belay_digit_value(text[2]);
    return digit >= 0 && digit < 16 ? 2 : 0;
  }
  if (letter == 'b' && binary && (base == 0 || base == 2))
    return text[2] == '0' || text[2] == '1' ? 2 : 0;
  return 0;
}

static int base_of(const char *text, size_t prefix, int base) {
  if (base != 0) return base;
  if (prefix == 2) return model_lower(text[1]) == 'x' ? 16 : 2;
  return text[0] == '0' ? 8 : 10;
}

/* The quotients are those of constants, for the solvers' sake. */
void __belay_push_digit(ParsedInteger *number, unsigned digit, unsigned base) {
  unsigned long long most = ULLONG_MAX / base;
  if (number->magnitude > most ||
      (number->magnitude == most && digit > ULLONG_MAX % base)) {
    number->overflow = 1;
    number->magnitude = ULLONG_MAX;
  }
  if (!number->overflow) number->magnitude = number->magnitude * base + digit;
}

ParsedInteger __belay_parse_integer(const char *text, int base, int binary) {
  ParsedInteger number = {0, 0, 0, 0};
  size_t i = 0;
  while (model_is_space(text[i])) i++;
  if (text[i] == '-' || text[i] == '+') {
    number.negative = text[i] == '-';
    i++;
  }
  size_t prefix = prefix_length(text + i, base, binary);
  unsigned radix = (unsigned)base_of(text + i, prefix, base);
  i += prefix;
  int digit = __belay_digit_value(text[i]);
  while (digit >= 0 && (unsigned)digit < radix) {
    __belay_push_digit(&number, (unsigned)digit, radix);
    i++;
    number.length = i;
    digit = __belay_digit_value(text[i]);
  }
  return number;
}

long long __belay_clamp_signed(ParsedInteger number, long long low, long long high) {
  unsigned long long limit = (unsigned long long)high + (number.negative ? 1 : 0);
  if (number.magnitude > limit) {
    __belay_errno = ERANGE;
    return number.negative ? low : high;
  }
  unsigned long long value = number.magnitude;
  return (long long)(number.negative ? 0 - value : value);
}

static unsigned long long clamp_unsigned(ParsedInteger number, unsigned long long high) {
  if (number.magnitude > high || number.overflow) {
    __belay_errno = ERANGE;
    return high;
  }
  return number.negative ? 0 - number.magnitude : number.magnitude;
}

static ParsedInteger parse(const char *text, char **end, int base, int binary) {
  if (base < 0 || base == 1 || base > 36) {
    __belay_errno = EINVAL;
    return (ParsedInteger){0, 0, 0, 0};
  }
  ParsedInteger number = __belay_parse_integer(text, base, binary);
  if (end != NULL) *end = (char *)text + number.length;
  return number;
}

/* ---- as the headers name them ---- */

long strtol(const char *text, char **end, int base) {
  return (long)__belay_clamp_signed(parse(text, end, base, 0), LONG_MIN, LONG_MAX);
}

long long strtoll(const char *text, char **end, int base) {
  return __belay_clamp_signed(parse(text, end, base, 0), LLONG_MIN, LLONG_MAX);
}

intmax_t strtoimax(const char *text, char **end, int base) {
  return __belay_clamp_signed(parse(text, end, base, 0), LLONG_MIN, LLONG_MAX);
}

long long strtoq(const char *text, char **end, int base) {
  return __belay_clamp_signed(parse(text, end, base, 0), LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *text, char **end, int base) {
  return (unsigned long)clamp_unsigned(parse(text, end, base, 0), ULONG_MAX);
}

unsigned long long strtoull(const char *text, char **end, int base) {
  return clamp_unsigned(parse(text, end, base, 0), ULLONG_MAX);
}

uintmax_t strtoumax(const char *text, char **end, int base) {
  return clamp_unsigned(parse(text, end, base, 0), ULLONG_MAX);
}

unsigned long long strtouq(const char *text, char **end, int base) {
  return clamp_unsigned(parse(text, end, base, 0), ULLONG_MAX);
}

/* Since glibc 2.38 the headers redirect strtol and the like to these. */
long __isoc23_strtol(const char *text, char **end, int base) {
  return (long)__belay_clamp_signed(parse(text, end, base, 1), LONG_MIN, LONG_MAX);
}

long long __isoc23_strtoll(const char *text, char **end, int base) {
  return __belay_clamp_signed(parse(text, end, base, 1), LLONG_MIN, LLONG_MAX);
}

intmax_t __isoc23_strtoimax(const char *text, char **end, int base) {
  return __belay_clamp_signed(parse(text, end, base, 1), LLONG_MIN, LLONG_MAX);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return (unsigned long)clamp_unsigned(parse(text, end, base, 1), ULONG_MAX);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return clamp_unsigned(parse(text, end, base, 1), ULLONG_MAX);
}

uintmax_t __isoc23_strtoumax(const char *text, char **end, int base) {
  return clamp_unsigned(parse(text, end, base, 1), ULLONG_MAX);
}

/* Old headers inline strtol as a call of these; grouping is off in the C locale. */
long __strtol_internal(const char *text, char **end, int base, int group) {
  return (long)__belay_clamp_signed(parse(text, end, base, 0), LONG_MIN, LONG_MAX);
}

unsigned long __strtoul_internal(const char *text, char **end, int base, int group) {
  return (unsigned long)clamp_unsigned(parse(text, end, base, 0), ULONG_MAX);
}

long long __strtoll_internal(const char *text, char **end, int base, int group) {
  return __belay_clamp_signed(parse(text, end, base, 0), LLONG_MIN, LLONG_MAX);
}

unsigned long long __strtoull_internal(const char *text, char **end, int base,
                                       int group) {
  return clamp_unsigned(parse(text, end, base, 0), ULLONG_MAX);
}

/* glibc's atoi is strtol cut to an int. */
int atoi(const char *text) {
  return (int)(long)__belay_clamp_signed(parse(text, NULL, 10, 0), LONG_MIN, LONG_MAX);
}

long atol(const char *text) {
  return (long)__belay_clamp_signed(parse(text, NULL, 10, 0), LONG_MIN, LONG_MAX);
}

long long atoll(const char *text) {
  return __belay_clamp_signed(parse(text, NULL, 10, 0), LLONG_MIN, LLONG_MAX);
}
