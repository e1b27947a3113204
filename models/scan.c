/* stdio.h: what scanf makes of its format and the bytes it reads. */
#include "stream.h"

typedef enum Size { SIZE_INT, SIZE_CHAR, SIZE_SHORT, SIZE_LONG, SIZE_LONG_LONG } Size;

/* One conversion, between % and its letter. */
typedef struct Directive {
  int suppress; /* * */
  int allocate; /* m */
  int width;    /* bytes to read at most */
  int given;    /* there was a width */
  Size size;    /* of floats: int is float, long is double, long long is long double */
  char conversion;
} Directive;

typedef enum Match { MATCHED, MISMATCHED, ENDED } Match;

typedef struct Arguments {
  va_list list;
} Arguments;

typedef struct ByteSet ByteSet;

/* The front end takes calls of these out of a program whose formats are all known and ask
 * for none (src/frontend/formats.c). */
Match __belay_scan_allocated(Origin *origin, Directive *directive, Arguments *arguments,
                             const ByteSet *set);
void __belay_scan_numbered(void);
void __belay_scan_wide(void);

/* ---- bytes ---- */

static int next(Origin *origin) {
  int byte = EOF;
  if (origin->stream != NULL) {
    byte = __belay_stream_get(origin->stream);
  } else if (origin->text[origin->position] != 0) {
    byte = (unsigned char)origin->text[origin->position];
    origin->position++;
  }
  if (byte != EOF) origin->count++;
  return byte;
}

static void put_back(Origin *origin, int byte) {
  if (byte == EOF) return;
  origin->count--;
  if (origin->stream != NULL) {
    __belay_stream_unget(origin->stream, byte);
  } else {
    origin->position--;
  }
}

/* The first byte that is no space, read; or EOF. */
static int next_after_spaces(Origin *origin) {
  int byte = next(origin);
  while (model_is_space(byte)) byte = next(origin);
  return byte;
}

/* The next byte if the width has room for it, counted against it. EOF otherwise. */
static int next_in_field(Origin *origin, Directive *directive) {
  if (directive->width <= 0) return EOF;
  directive->width--;
  return next(origin);
}

/* ---- integers ---- */

static int base_of(char conversion) {
  switch (conversion) {
  case 'i': return 0;
  case 'o': return 8;
  case 'x':
  case 'X':
  case 'p': return 16;
  default: return 10;
  }
}

static void push_digit(ParsedInteger *number, unsigned digit, unsigned base) {
  __belay_push_digit(number, digit, base);
  number->length++;
}

/* "(nil)", as printf writes it, is the number 0. */
static ParsedInteger read_nil(Origin *origin, Directive *directive) {
  static const char word[] = "nil)";
  ParsedInteger number = {0, 0, 0, 0};
  size_t i = 0;
  int byte = next_in_field(origin, directive);
  while (word[i] != 0 && model_lower(byte) == word[i]) {
    i++;
    if (word[i] != 0) byte = next_in_field(origin, directive);
  }
  if (word[i] == 0) {
    number.length = 5;
  } else {
    put_back(origin, byte);
  }
  return number;
}

/* `byte` is the first one, read already. */
static ParsedInteger read_integer(Origin *origin, Directive *directive, int byte) {
  ParsedInteger number = {0, 0, 0, 0};
  int base = base_of(directive->conversion);
  directive->width--;
  if (byte == '(' && directive->conversion == 'p') return read_nil(origin, directive);
  if (byte == '-' || byte == '+') {
    number.negative = byte == '-';
    byte = next_in_field(origin, directive);
  }
  if (byte == '0') {
    push_digit(&number, 0, 10);
    byte = next_in_field(origin, directive);
    if (model_lower(byte) == 'x' && (base == 0 || base == 16)) {
      base = 16;
      byte = next_in_field(origin, directive);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  int digit = __belay_digit_value(byte);
  while (digit >= 0 && digit < base) {
    push_digit(&number, (unsigned)digit, (unsigned)base);
    byte = next_in_field(origin, directive);
    digit = __belay_digit_value(byte);
  }
  put_back(origin, byte);
  return number;
}

static unsigned long long clamp_unsigned(ParsedInteger number, unsigned long long high) {
  if (number.magnitude > high) return high;
  return number.negative ? 0 - number.magnitude : number.magnitude;
}

/* glibc converts by strtol or strtoul, or their long long forms, then cuts to size. */
static unsigned long long integer_value(const Directive *directive,
                                        ParsedInteger number) {
  int wide = directive->size == SIZE_LONG_LONG;
  if (directive->conversion == 'd' || directive->conversion == 'i')
    return (unsigned long long)__belay_clamp_signed(number, wide ? LLONG_MIN : LONG_MIN,
                                                    wide ? LLONG_MAX : LONG_MAX);
  return clamp_unsigned(number, wide ? ULLONG_MAX : ULONG_MAX);
}

static void store_integer(const Directive *directive, void *to,
                          unsigned long long value) {
  switch (directive->size) {
  case SIZE_CHAR: *(unsigned char *)to = (unsigned char)value; break;
  case SIZE_SHORT: *(unsigned short *)to = (unsigned short)value; break;
  case SIZE_LONG: *(unsigned long *)to = (unsigned long)value; break;
  case SIZE_LONG_LONG: *(unsigned long long *)to = value; break;
  default: *(unsigned *)to = (unsigned)value; break;
  }
}

static Match scan_integer(Origin *origin, Directive *directive, Arguments *arguments) {
  int byte = next_after_spaces(origin);
  if (byte == EOF) return ENDED;
  ParsedInteger number = read_integer(origin, directive, byte);
  if (number.length == 0) return MISMATCHED;
  if (directive->suppress) return MATCHED;
  unsigned long long value = integer_value(directive, number);
  if (directive->conversion == 'p') {
    *va_arg(arguments->list, void **) = (void *)(uintptr_t)value;
  } else {
    store_integer(directive, va_arg(arguments->list, void *), value);
  }
  return MATCHED;
}

/* ---- floats ---- */

#define FLOAT_TEXT 512 /* a longer number is cut here */

typedef struct FloatText {
  size_t length;
  char text[FLOAT_TEXT];
} FloatText;

/* Keeps the byte and reads the one behind it. */
static int keep(Origin *origin, Directive *directive, FloatText *kept, int byte) {
  if (kept->length < FLOAT_TEXT - 1) {
    kept->text[kept->length] = (char)byte;
    kept->length++;
  }
  return next_in_field(origin, directive);
}

/* "inf", "infinity" or "nan"; false when the bytes are not one of those. */
static int keep_word(Origin *origin, Directive *directive, FloatText *kept, int *byte,
                     const char *word) {
  size_t i = 0;
  while (word[i] != 0 && model_lower(*byte) == word[i]) {
    *byte = keep(origin, directive, kept, *byte);
    i++;
  }
  return word[i] == 0;
}

static int is_digit_of(int byte, int hexadecimal) {
  int digit = __belay_digit_value(byte);
  return digit >= 0 && digit < (hexadecimal ? 16 : 10);
}

/* Digits with at most one point among them; how many digits there were. */
static int keep_digits(Origin *origin, Directive *directive, FloatText *kept, int *byte,
                       int hexadecimal) {
  int digits = 0, points = 0;
  while (is_digit_of(*byte, hexadecimal) || (*byte == '.' && points == 0)) {
    if (*byte == '.') {
      points = 1;
    } else {
      digits++;
    }
    *byte = keep(origin, directive, kept, *byte);
  }
  return digits;
}

static int keep_number(Origin *origin, Directive *directive, FloatText *kept, int *byte) {
  int hexadecimal = 0, digits = 0;
  if (*byte == '0') {
    digits = 1;
    *byte = keep(origin, directive, kept, *byte);
    if (model_lower(*byte) == 'x') {
      hexadecimal = 1;
      digits = 0;
      *byte = keep(origin, directive, kept, *byte);
    }
  }
  digits += keep_digits(origin, directive, kept, byte, hexadecimal);
  if (digits == 0) return 0;
  if (model_lower(*byte) != (hexadecimal ? 'p' : 'e')) return 1;
  *byte = keep(origin, directive, kept, *byte);
  if (*byte == '-' || *byte == '+') *byte = keep(origin, directive, kept, *byte);
  keep_digits(origin, directive, kept, byte, 0);
  return 1;
}

static int keep_float(Origin *origin, Directive *directive, FloatText *kept, int byte) {
  int good = 0;
  directive->width--;
  if (byte == '-' || byte == '+') byte = keep(origin, directive, kept, byte);
  if (model_lower(byte) == 'n') {
    good = keep_word(origin, directive, kept, &byte, "nan");
  } else if (model_lower(byte) == 'i') {
    good = keep_word(origin, directive, kept, &byte, "inf");
    if (good && model_lower(byte) == 'i')
      good = keep_word(origin, directive, kept, &byte, "inity");
  } else {
    good = keep_number(origin, directive, kept, &byte);
  }
  put_back(origin, byte);
  kept->text[kept->length] = 0;
  return good;
}

static Match scan_float(Origin *origin, Directive *directive, Arguments *arguments) {
  FloatText kept;
  size_t length = 0;
  kept.length = 0;
  int byte = next_after_spaces(origin);
  if (byte == EOF) return ENDED;
  if (!keep_float(origin, directive, &kept, byte)) return MISMATCHED;
  if (directive->suppress) return MATCHED;
  if (directive->size == SIZE_LONG_LONG) {
    *va_arg(arguments->list, long double *) =
      __belay_parse_float(kept.text, &length, MODEL_LONG_DOUBLE_DIGITS);
  } else if (directive->size == SIZE_LONG) {
    *va_arg(arguments->list, double *) =
      (double)__belay_parse_float(kept.text, &length, MODEL_DOUBLE_DIGITS);
  } else {
    *va_arg(arguments->list, float *) =
      (float)__belay_parse_float(kept.text, &length, MODEL_FLOAT_DIGITS);
  }
  return MATCHED;
}

/* ---- strings ---- */

/* The set of %[...]: from behind the bracket up to the closing one, both indices. */
struct ByteSet {
  const char *format;
  size_t start, end;
  int inverted;
};

static ByteSet read_set(const char *format, size_t i) {
  ByteSet set = {format, i, i, 0};
  if (format[i] == '^') {
    set.inverted = 1;
    i++;
  }
  set.start = i;
  if (format[i] == ']') i++;
  while (format[i] != 0 && format[i] != ']') i++;
  set.end = i;
  return set;
}

static int set_has(const ByteSet *set, int byte) {
  int found = 0;
  for (size_t i = set->start; i < set->end; i++) {
    int low = (unsigned char)set->format[i], high = low;
    if (i + 2 < set->end && set->format[i + 1] == '-') {
      high = (unsigned char)set->format[i + 2];
      i += 2;
    }
    if (byte >= low && byte <= high) found = 1;
  }
  return found != set->inverted;
}

static int belongs(const Directive *directive, const ByteSet *set, int byte) {
  if (byte == EOF) return 0;
  if (directive->conversion == 'c') return 1;
  if (directive->conversion == '[') return set_has(set, byte);
  return !model_is_space(byte);
}

/* The first byte of %s, %c or %[, and the width that is left behind it. */
static Match scan_first(Origin *origin, Directive *directive, const ByteSet *set,
                        int *byte) {
  if (directive->conversion == 'c' && !directive->given) directive->width = 1;
  *byte = directive->conversion == 's' ? next_after_spaces(origin) : next(origin);
  if (*byte == EOF) return ENDED;
  if (!belongs(directive, set, *byte)) {
    put_back(origin, *byte);
    return MISMATCHED;
  }
  directive->width--;
  return MATCHED;
}

static Match skip_bytes(Origin *origin, Directive *directive, const ByteSet *set) {
  int byte;
  Match match = scan_first(origin, directive, set, &byte);
  if (match != MATCHED) return match;
  while (belongs(directive, set, byte)) byte = next_in_field(origin, directive);
  put_back(origin, byte);
  return MATCHED;
}

static Match scan_bytes(Origin *origin, Directive *directive, Arguments *arguments,
                        const ByteSet *set) {
  int byte;
  Match match = scan_first(origin, directive, set, &byte);
  if (match != MATCHED) return match;
  char *text = va_arg(arguments->list, char *);
  size_t length = 0;
  while (belongs(directive, set, byte)) {
    text[length] = (char)byte;
    length++;
    byte = next_in_field(origin, directive);
  }
  put_back(origin, byte);
  if (directive->conversion != 'c') text[length] = 0;
  return MATCHED;
}

#define FIRST_BLOCK 100

/* A block of twice the size; NULL without memory. */
static char *larger(char *text, size_t *capacity) {
  *capacity *= 2;
  return realloc(text, *capacity);
}

/* %ms and its kin. */
Match __belay_scan_allocated(Origin *origin, Directive *directive, Arguments *arguments,
                             const ByteSet *set) {
  int byte;
  Match match = scan_first(origin, directive, set, &byte);
  if (match != MATCHED) return match;
  char **block = va_arg(arguments->list, char **);
  size_t length = 0, capacity = FIRST_BLOCK;
  char *text = malloc(FIRST_BLOCK);
  if (text == NULL) return ENDED;
  while (belongs(directive, set, byte)) {
    text[length] = (char)byte;
    length++;
    if (length == capacity) text = larger(text, &capacity);
    if (text == NULL) return ENDED;
    byte = next_in_field(origin, directive);
  }
  put_back(origin, byte);
  if (directive->conversion != 'c') text[length] = 0;
  *block = text;
  return MATCHED;
}

void __belay_scan_numbered(void) { __belay_unmodelled_format(); }

void __belay_scan_wide(void) { __belay_unmodelled_format(); }

/* ---- the format ---- */

static size_t read_directive(const char *format, size_t i, Directive *directive) {
  *directive = (Directive){.width = INT_MAX};
  if (format[i] == '*') {
    directive->suppress = 1;
    i++;
  }
  unsigned width = 0;
  while (model_is_digit(format[i])) {
    if (width < INT_MAX / 10) width = width * 10 + (unsigned)(format[i] - '0');
    i++;
  }
  if (format[i] == '$') __belay_scan_numbered();
  if (width > 0) {
    directive->width = (int)width;
    directive->given = 1;
  }
  if (format[i] == 'm') {
    directive->allocate = 1;
    i++;
  }
  char letter = format[i];
  if ((letter == 'h' || letter == 'l') && format[i + 1] == letter) {
    directive->size = letter == 'h' ? SIZE_CHAR : SIZE_LONG_LONG;
    i += 2;
  } else if (letter == 'h' || letter == 'l') {
    directive->size = letter == 'h' ? SIZE_SHORT : SIZE_LONG;
    i++;
  } else if (letter == 'j' || letter == 'q' || letter == 'L') {
    directive->size = SIZE_LONG_LONG;
    i++;
  } else if (letter == 'z' || letter == 't') {
    directive->size = SIZE_LONG;
    i++;
  }
  directive->conversion = format[i];
  return i;
}

static Match scan_percent(Origin *origin) {
  int byte = next_after_spaces(origin);
  if (byte == EOF) return ENDED;
  if (byte == '%') return MATCHED;
  put_back(origin, byte);
  return MISMATCHED;
}

/* `set` for the conversion [. */
static Match scan_one(Origin *origin, Directive *directive, Arguments *arguments,
                      const ByteSet *set) {
  switch (directive->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p': return scan_integer(origin, directive, arguments);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': return scan_float(origin, directive, arguments);
  case 'c':
  case 's':
  case '[':
    if (directive->size == SIZE_LONG) __belay_scan_wide();
    if (directive->suppress) return skip_bytes(origin, directive, set);
    if (directive->allocate)
      return __belay_scan_allocated(origin, directive, arguments, set);
    return scan_bytes(origin, directive, arguments, set);
  case 'C':
  case 'S': __belay_scan_wide(); return MISMATCHED;
  case '%': return scan_percent(origin);
  default: return MISMATCHED;
  }
}

static int assigns(const Directive *directive) {
  return !directive->suppress && directive->conversion != '%';
}

static Match scan_literal(Origin *origin, char expected) {
  int byte = next(origin);
  if (byte == (unsigned char)expected) return MATCHED;
  put_back(origin, byte);
  return byte == EOF ? ENDED : MISMATCHED;
}

int __belay_scan(Origin *origin, const char *format, va_list list) {
  Arguments arguments;
  Directive directive;
  int done = 0;
  Match match = MATCHED;
  va_copy(arguments.list, list);
  for (size_t i = 0; format[i] != 0 && match == MATCHED; i++) {
    if (model_is_space(format[i])) {
      put_back(origin, next_after_spaces(origin));
      continue;
    }
    if (format[i] != '%') {
      match = scan_literal(origin, format[i]);
      continue;
    }
    i = read_directive(format, i + 1, &directive);
    ByteSet set = {format, 0, 0, 0};
    if (directive.conversion == '[') {
      set = read_set(format, i + 1);
      i = set.end;
    }
    if (directive.conversion == 0 || format[i] == 0) break;
    if (directive.conversion == 'n') {
      if (!directive.suppress)
        store_integer(&directive, va_arg(arguments.list, void *),
                      (unsigned)origin->count);
      continue;
    }
    match = scan_one(origin, &directive, &arguments, &set);
    if (match == MATCHED && assigns(&directive)) done++;
  }
  va_end(arguments.list);
  return match == ENDED && done == 0 ? EOF : done;
}
