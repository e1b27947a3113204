/* stdio.h: what printf makes of its format and arguments. */
#include "stream.h"

typedef enum Size {
  SIZE_INT,
  SIZE_CHAR,
  SIZE_SHORT,
  SIZE_LONG,
  SIZE_LONG_LONG,
  SIZE_LONG_DOUBLE,
} Size;

/* One conversion, between % and its letter. */
typedef struct Spec {
  int left, plus, space, alternate, zero; /* flags - + space # 0 */
  int width;                              /* 0: none */
  int precision;                          /* -1: none */
  Size size;
  char conversion;
} Spec;

/* A va_list that functions can pass on by its address. */
typedef struct Arguments {
  va_list list;
} Arguments;

/* ---- output ---- */

static void emit(Sink *sink, const char *bytes, size_t count) {
  if (sink->stream != NULL) {
    if (!__belay_stream_put(sink->stream, bytes, count)) sink->failed = 1;
  } else {
    for (size_t i = 0; i < count; i++)
      if (sink->length + i < sink->capacity - 1) sink->text[sink->length + i] = bytes[i];
  }
  sink->length += count;
}

static void emit_repeated(Sink *sink, char byte, int count) {
  for (int i = 0; i < count; i++) emit(sink, &byte, 1);
}

/* Text in a field: spaces before or behind it. */
static void emit_field(Sink *sink, const Spec *spec, const char *bytes, size_t count) {
  int padding = (size_t)spec->width > count ? spec->width - (int)count : 0;
  if (!spec->left) emit_repeated(sink, ' ', padding);
  emit(sink, bytes, count);
  if (spec->left) emit_repeated(sink, ' ', padding);
}

/* ---- integers ---- */

#define DIGITS 24 /* 64 bits in base 8 have 22 */

/* None for 0. Comparisons alone: a path for each count, without divisions in its
 * condition.
 */
static size_t count_digits(unsigned long long value, unsigned base) {
  size_t count = 0;
  unsigned long long power = 1;
  while (value >= power) {
    count++;
    if (power > ULLONG_MAX / base) break;
    power *= base;
  }
  return count;
}

static void write_decimal(char digits[DIGITS], size_t count, unsigned long long value) {
  for (size_t i = count; i > 0 && i <= DIGITS; i--) {
    digits[i - 1] = (char)('0' + value % 10);
    value /= 10;
  }
}

static void write_octal(char digits[DIGITS], size_t count, unsigned long long value) {
  for (size_t i = count; i > 0 && i <= DIGITS; i--) {
    digits[i - 1] = (char)('0' + (value & 7));
    value >>= 3;
  }
}

static void write_hexadecimal(char digits[DIGITS], size_t count, unsigned long long value,
                              const char *letters) {
  for (size_t i = count; i > 0 && i <= DIGITS; i--) {
    digits[i - 1] = letters[value & 15];
    value >>= 4;
  }
}

/* Gives the number of digits. */
static size_t write_digits(char digits[DIGITS], unsigned long long value, unsigned base,
                           int upper) {
  size_t count = count_digits(value, base);
  if (base == 10) {
    write_decimal(digits, count, value);
  } else if (base == 8) {
    write_octal(digits, count, value);
  } else {
    write_hexadecimal(digits, count, value,
                      upper ? "0123456789ABCDEF" : "0123456789abcdef");
  }
  return count;
}

static void format_number(Sink *sink, const Spec *spec, const char *prefix,
                          unsigned long long value, unsigned base) {
  char digits[DIGITS];
  int count = (int)write_digits(digits, value, base, spec->conversion == 'X');
  int prefix_length = (int)__belay_text_length(prefix);
  int zeros = spec->precision > count ? spec->precision - count : 0;
  if (spec->precision < 0 && count == 0) zeros = 1;
  if (base == 8 && spec->alternate && zeros == 0) zeros = 1;
  int padding = spec->width - prefix_length - zeros - count;
  if (spec->zero && !spec->left && spec->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!spec->left) emit_repeated(sink, ' ', padding);
  emit(sink, prefix, (size_t)prefix_length);
  emit_repeated(sink, '0', zeros);
  emit(sink, digits, (size_t)count);
  if (spec->left) emit_repeated(sink, ' ', padding);
}

static void format_signed(Sink *sink, const Spec *spec, long long value) {
  unsigned long long magnitude = (unsigned long long)value;
  const char *prefix = spec->plus ? "+" : spec->space ? " " : "";
  if (value < 0) {
    magnitude = 0 - magnitude;
    prefix = "-";
  }
  format_number(sink, spec, prefix, magnitude, 10);
}

static void format_unsigned(Sink *sink, const Spec *spec, unsigned long long value) {
  unsigned base = spec->conversion == 'o' ? 8 : spec->conversion == 'u' ? 10 : 16;
  const char *prefix = "";
  if (base == 16 && spec->alternate && value != 0)
    prefix = spec->conversion == 'X' ? "0X" : "0x";
  format_number(sink, spec, prefix, value, base);
}

static void format_pointer(Sink *sink, const Spec *spec, const void *pointer) {
  if (pointer == NULL) {
    emit_field(sink, spec, "(nil)", 5);
    return;
  }
  const char *prefix = spec->plus ? "+0x" : spec->space ? " 0x" : "0x";
  format_number(sink, spec, prefix, (uintptr_t)pointer, 16);
}

static long long signed_argument(const Spec *spec, Arguments *arguments) {
  switch (spec->size) {
  case SIZE_CHAR: return (signed char)va_arg(arguments->list, int);
  case SIZE_SHORT: return (short)va_arg(arguments->list, int);
  case SIZE_LONG: return va_arg(arguments->list, long);
  case SIZE_LONG_LONG:
  case SIZE_LONG_DOUBLE: return va_arg(arguments->list, long long);
  default: return va_arg(arguments->list, int);
  }
}

static unsigned long long unsigned_argument(const Spec *spec, Arguments *arguments) {
  switch (spec->size) {
  case SIZE_CHAR: return (unsigned char)va_arg(arguments->list, unsigned);
  case SIZE_SHORT: return (unsigned short)va_arg(arguments->list, unsigned);
  case SIZE_LONG: return va_arg(arguments->list, unsigned long);
  case SIZE_LONG_LONG:
  case SIZE_LONG_DOUBLE: return va_arg(arguments->list, unsigned long long);
  default: return va_arg(arguments->list, unsigned);
  }
}

/* The front end takes calls of these two out of a program whose formats are all known and
 * ask for none (src/frontend/formats.c): a number taken for an address could be anything.
 */
void __belay_format_count(const Spec *spec, Arguments *arguments, size_t count);
void __belay_format_numbered(void);

void __belay_format_count(const Spec *spec, Arguments *arguments, size_t count) {
  void *to = va_arg(arguments->list, void *);
  switch (spec->size) {
  case SIZE_CHAR: *(signed char *)to = (signed char)count; break;
  case SIZE_SHORT: *(short *)to = (short)count; break;
  case SIZE_LONG: *(long *)to = (long)count; break;
  case SIZE_LONG_LONG:
  case SIZE_LONG_DOUBLE: *(long long *)to = (long long)count; break;
  default: *(int *)to = (int)count; break;
  }
}

void __belay_format_numbered(void) { __belay_unmodelled_format(); }

/* ---- floats ---- */

#define SPEC_TEXT 40

static size_t append(char text[SPEC_TEXT], size_t length, const char *part) {
  for (size_t i = 0; part[i] != 0 && length < SPEC_TEXT - 1; i++) {
    text[length] = part[i];
    length++;
  }
  return length;
}

/* The conversion as one without `*`, for the intrinsic. */
static void write_spec(char text[SPEC_TEXT], const Spec *spec) {
  char number[12], letter[2] = {spec->conversion, 0};
  size_t length = append(text, 0, "%");
  if (spec->left) length = append(text, length, "-");
  if (spec->plus) length = append(text, length, "+");
  if (spec->space) length = append(text, length, " ");
  if (spec->alternate) length = append(text, length, "#");
  if (spec->zero) length = append(text, length, "0");
  if (spec->width > 0)
    length = append(text, length,
                    __belay_decimal(number, sizeof number, (unsigned long)spec->width));
  if (spec->precision >= 0) {
    length = append(text, length, ".");
    length =
      append(text, length,
             __belay_decimal(number, sizeof number, (unsigned long)spec->precision));
  }
  if (spec->size == SIZE_LONG_DOUBLE) length = append(text, length, "L");
  length = append(text, length, letter);
  text[length] = 0;
}

#define SHORT_FLOAT 64

static void format_double(Sink *sink, const char *spec, double value) {
  char text[SHORT_FLOAT];
  size_t length = (size_t)__belay_format_double(text, SHORT_FLOAT, value, spec);
  if (length < SHORT_FLOAT) {
    emit(sink, text, length);
    return;
  }
  char *longer = __belay_alloc_static(length + 1);
  __belay_format_double(longer, length + 1, value, spec);
  emit(sink, longer, length);
  __belay_kill(longer);
}

static void format_long_double(Sink *sink, const char *spec, long double value) {
  char text[SHORT_FLOAT];
  size_t length = (size_t)__belay_format_long_double(text, SHORT_FLOAT, value, spec);
  if (length < SHORT_FLOAT) {
    emit(sink, text, length);
    return;
  }
  char *longer = __belay_alloc_static(length + 1);
  __belay_format_long_double(longer, length + 1, value, spec);
  emit(sink, longer, length);
  __belay_kill(longer);
}

static void format_float(Sink *sink, const Spec *spec, Arguments *arguments) {
  char text[SPEC_TEXT];
  write_spec(text, spec);
  if (spec->size == SIZE_LONG_DOUBLE) {
    format_long_double(sink, text, va_arg(arguments->list, long double));
  } else {
    format_double(sink, text, va_arg(arguments->list, double));
  }
}

/* ---- strings ---- */

static void format_string(Sink *sink, const Spec *spec, const char *text) {
  size_t limit = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
  if (text == NULL) text = limit >= 6 ? "(null)" : "";
  size_t length = __belay_text_length_within(text, limit);
  emit_field(sink, spec, text, length);
}

/* In the C locale a wide character is a byte or cannot be written. */
static void format_wide_string(Sink *sink, const Spec *spec, const wchar_t *text) {
  size_t limit = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
  size_t length = 0;
  if (text == NULL) {
    format_string(sink, spec, NULL);
    return;
  }
  while (length < limit && text[length] != 0) {
    if ((unsigned)text[length] > 127) {
      __belay_errno = EILSEQ;
      sink->failed = 1;
      return;
    }
    length++;
  }
  int padding = (size_t)spec->width > length ? spec->width - (int)length : 0;
  if (!spec->left) emit_repeated(sink, ' ', padding);
  for (size_t i = 0; i < length; i++) {
    char c = (char)text[i];
    emit(sink, &c, 1);
  }
  if (spec->left) emit_repeated(sink, ' ', padding);
}

static void format_wide_char(Sink *sink, const Spec *spec, unsigned wide) {
  if (wide > 127) {
    __belay_errno = EILSEQ;
    sink->failed = 1;
    return;
  }
  char c = (char)wide;
  emit_field(sink, spec, &c, 1);
}

static void format_char(Sink *sink, const Spec *spec, int value) {
  char c = (char)value;
  emit_field(sink, spec, &c, 1);
}

/* ---- the format ---- */

/* Sets one flag; false when the letter is none. */
static int read_flag(Spec *spec, char letter) {
  switch (letter) {
  case '-': spec->left = 1; return 1;
  case '+': spec->plus = 1; return 1;
  case ' ': spec->space = 1; return 1;
  case '#': spec->alternate = 1; return 1;
  case '0': spec->zero = 1; return 1;
  case '\'':
  case 'I': return 1; /* no grouping and no other digits in the C locale */
  default: return 0;
  }
}

static size_t read_number(const char *format, size_t i, int *number) {
  unsigned value = 0;
  while (model_is_digit(format[i])) {
    if (value < INT_MAX / 10) value = value * 10 + (unsigned)(format[i] - '0');
    i++;
  }
  *number = (int)value;
  return i;
}

static size_t read_width(const char *format, size_t i, Spec *spec, Arguments *arguments) {
  if (format[i] != '*') return read_number(format, i, &spec->width);
  spec->width = va_arg(arguments->list, int);
  if (spec->width < 0) {
    spec->left = 1;
    spec->width = -spec->width;
  }
  return i + 1;
}

static size_t read_precision(const char *format, size_t i, Spec *spec,
                             Arguments *arguments) {
  if (format[i] != '.') return i;
  i++;
  if (format[i] != '*') return read_number(format, i, &spec->precision);
  spec->precision = va_arg(arguments->list, int);
  if (spec->precision < 0) spec->precision = -1;
  return i + 1;
}

static size_t read_size(const char *format, size_t i, Spec *spec) {
  switch (format[i]) {
  case 'h':
    spec->size = format[i + 1] == 'h' ? SIZE_CHAR : SIZE_SHORT;
    return i + (format[i + 1] == 'h' ? 2 : 1);
  case 'l':
    spec->size = format[i + 1] == 'l' ? SIZE_LONG_LONG : SIZE_LONG;
    return i + (format[i + 1] == 'l' ? 2 : 1);
  case 'q':
  case 'j': spec->size = SIZE_LONG_LONG; return i + 1;
  case 'z':
  case 'Z':
  case 't': spec->size = SIZE_LONG; return i + 1;
  case 'L': spec->size = SIZE_LONG_DOUBLE; return i + 1;
  default: return i;
  }
}

/* The index behind the size; the conversion letter is there. */
static size_t read_spec(const char *format, size_t i, Spec *spec, Arguments *arguments) {
  *spec = (Spec){.precision = -1};
  while (read_flag(spec, format[i])) i++;
  i = read_width(format, i, spec, arguments);
  if (format[i] == '$') __belay_format_numbered();
  i = read_precision(format, i, spec, arguments);
  i = read_size(format, i, spec);
  spec->conversion = format[i];
  return i;
}

/* False for a letter that is no conversion. */
static int format_one(Sink *sink, Spec *spec, Arguments *arguments) {
  switch (spec->conversion) {
  case 'd':
  case 'i': format_signed(sink, spec, signed_argument(spec, arguments)); return 1;
  case 'u':
  case 'o':
  case 'x':
  case 'X': format_unsigned(sink, spec, unsigned_argument(spec, arguments)); return 1;
  case 'c':
    if (spec->size == SIZE_LONG) {
      format_wide_char(sink, spec, va_arg(arguments->list, unsigned));
    } else {
      format_char(sink, spec, va_arg(arguments->list, int));
    }
    return 1;
  case 's':
    if (spec->size == SIZE_LONG) {
      format_wide_string(sink, spec, va_arg(arguments->list, wchar_t *));
    } else {
      format_string(sink, spec, va_arg(arguments->list, char *));
    }
    return 1;
  case 'C': format_wide_char(sink, spec, va_arg(arguments->list, unsigned)); return 1;
  case 'S': format_wide_string(sink, spec, va_arg(arguments->list, wchar_t *)); return 1;
  case 'p': format_pointer(sink, spec, va_arg(arguments->list, void *)); return 1;
  case 'n': __belay_format_count(spec, arguments, sink->length); return 1;
  case 'm': format_string(sink, spec, __belay_error_text(__belay_errno)); return 1;
  case '%': emit(sink, "%", 1); return 1;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': format_float(sink, spec, arguments); return 1;
  default: return 0;
  }
}

int __belay_format(Sink *sink, const char *format, va_list list) {
  Arguments arguments;
  Spec spec;
  size_t i = 0;
  va_copy(arguments.list, list);
  while (format[i] != 0 && !sink->failed) {
    size_t start = i;
    while (format[i] != 0 && format[i] != '%') i++;
    if (i > start) emit(sink, format + start, i - start);
    if (format[i] == 0) break;
    start = i;
    i = read_spec(format, i + 1, &spec, &arguments);
    if (spec.conversion == 0) {
      __belay_errno = EINVAL;
      sink->failed = 1;
      break;
    }
    i++;
    if (!format_one(sink, &spec, &arguments)) emit(sink, format + start, i - start);
  }
  va_end(arguments.list);
  return sink->failed ? -1 : (int)sink->length;
}
