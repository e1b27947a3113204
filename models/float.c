/* stdlib.h: floating-point numbers from strings, correctly rounded (to nearest, ties to
 * even). A short decimal number is one exact product or quotient; for any other the
 * digits become a quotient of two large integers, and the bits of that are computed one
 * by one. */
#include "belay_model.h"

/* ---- large natural numbers ---- */

#define LIMBS 720 /* the smallest long double needs 600 */

typedef struct Big {
  unsigned count; /* limbs in use, the highest one is not 0 */
  uint32_t limb[LIMBS];
} Big;

static void big_push(Big *big, uint32_t limb) {
  if (limb == 0 || big->count >= LIMBS) return;
  big->limb[big->count] = limb;
  big->count++;
}

static void big_set(Big *big, uint64_t value) {
  big->count = 0;
  if (value == 0) return;
  big->limb[0] = (uint32_t)value;
  big->count = 1;
  big_push(big, (uint32_t)(value >> 32));
}

static void big_multiply_add(Big *big, uint32_t factor, uint32_t summand) {
  uint64_t carry = summand;
  for (unsigned i = 0; i < big->count && i < LIMBS; i++) {
    carry += (uint64_t)big->limb[i] * factor;
    big->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  big_push(big, (uint32_t)carry);
}

static void big_multiply_ten_to(Big *big, unsigned power) {
  for (; power >= 9; power -= 9) big_multiply_add(big, 1000000000, 0);
  for (; power > 0; power--) big_multiply_add(big, 10, 0);
}

static int big_bits(const Big *big) {
  if (big->count == 0 || big->count > LIMBS) return 0;
  uint32_t top = big->limb[big->count - 1];
  int bits = 32 * (int)(big->count - 1);
  for (; top != 0; top >>= 1) bits++;
  return bits;
}

static void big_shift_left(Big *big, unsigned bits) {
  unsigned limbs = bits / 32;
  if (big->count == 0 || limbs + big->count > LIMBS) return;
  if (limbs > 0) {
    for (unsigned i = big->count; i > 0; i--) big->limb[i - 1 + limbs] = big->limb[i - 1];
    for (unsigned i = 0; i < limbs; i++) big->limb[i] = 0;
    big->count += limbs;
  }
  if (bits % 32 != 0) big_multiply_add(big, (uint32_t)1 << bits % 32, 0);
}

/* Negative, zero or positive like left - right. */
static int big_compare(const Big *left, const Big *right) {
  if (left->count != right->count) return left->count < right->count ? -1 : 1;
  for (unsigned i = left->count; i > 0 && i <= LIMBS; i--)
    if (left->limb[i - 1] != right->limb[i - 1])
      return left->limb[i - 1] < right->limb[i - 1] ? -1 : 1;
  return 0;
}

/* left is not the smaller one. */
static void big_subtract(Big *left, const Big *right) {
  uint64_t borrow = 0;
  for (unsigned i = 0; i < left->count && i < LIMBS; i++) {
    uint64_t take = borrow + (i < right->count ? right->limb[i] : 0);
    borrow = left->limb[i] < take;
    left->limb[i] = (uint32_t)(left->limb[i] - take);
  }
  while (left->count > 0 && left->count <= LIMBS && left->limb[left->count - 1] == 0)
    left->count--;
}

/* ---- rounding ---- */

/* Of a binary floating-point format. */
typedef struct Format {
  int digits;   /* of the significand, the hidden one included */
  int smallest; /* exponent of the last digit of the smallest number */
  int largest;  /* exponent of the first digit of the largest number */
} Format;

static Format format_of(int digits) {
  if (digits == MODEL_FLOAT_DIGITS) return (Format){24, -149, 127};
  if (digits == MODEL_DOUBLE_DIGITS) return (Format){53, -1074, 1023};
  return (Format){64, -16445, 16383};
}

static long double scaled(uint64_t significand, int exponent) {
  long double value = (long double)significand;
  for (; exponent >= 32; exponent -= 32) value *= 0x1p32L;
  for (; exponent > 0; exponent--) value *= 2;
  for (; exponent <= -32; exponent += 32) value *= 0x1p-32L;
  for (; exponent < 0; exponent++) value *= 0.5L;
  return value;
}

static long double overflow(void) {
  __belay_errno = ERANGE;
  return __builtin_infl();
}

static uint64_t shift_in(uint64_t bits, Big *rest, const Big *divisor) {
  big_shift_left(rest, 1);
  if (big_compare(rest, divisor) < 0) return bits << 1;
  big_subtract(rest, divisor);
  return bits << 1 | 1;
}

/* numerator / denominator * 2^exponent in the format; uses both numbers up. */
static long double round_quotient(Big *numerator, Big *denominator, int exponent,
                                  Format format) {
  int size = big_bits(numerator) - big_bits(denominator) + exponent;
  int last = size - format.digits + 1;
  if (size > format.largest + 1) return overflow();
  if (last < format.smallest) last = format.smallest;
  int shift = last - exponent;
  if (shift > 0) big_shift_left(denominator, (unsigned)shift);
  if (shift < 0) big_shift_left(numerator, (unsigned)-shift);
  big_shift_left(denominator, (unsigned)format.digits);
  uint64_t bits = 0;
  for (int i = 0; i < format.digits; i++) bits = shift_in(bits, numerator, denominator);
  uint64_t top = (uint64_t)1 << (format.digits - 1);
  if (bits < top && last > format.smallest) {
    bits = shift_in(bits, numerator, denominator);
    last--;
  }
  if (bits < top && numerator->count > 0) __belay_errno = ERANGE;
  uint64_t half = shift_in(0, numerator, denominator);
  if (half && (numerator->count > 0 || (bits & 1))) {
    bits++;
    if (bits == 0 || (format.digits < 64 && bits == top << 1)) {
      bits = top;
      last++;
    }
  }
  if (bits >= top && last + format.digits - 1 > format.largest) return overflow();
  return scaled(bits, last);
}

/* ---- decimal ---- */

#define DECIMAL_DIGITS 800 /* more make no difference to a double, see docs/models.md */
#define EXPONENT_LIMIT 100000

typedef struct Decimal {
  int exponent; /* the number is the digits, as an integer, times 10^exponent */
  int count;
  int found;                      /* there was a digit at all */
  char digit[DECIMAL_DIGITS + 1]; /* values 0 to 9, the first one is not 0 */
} Decimal;

/* Digits behind the capacity count as one digit 1 if any of them is not 0. */
static void decimal_push(Decimal *number, int digit, int fraction) {
  number->found = 1;
  if (fraction) number->exponent--;
  if (number->count == 0 && digit == 0) return;
  if (number->count < DECIMAL_DIGITS) {
    number->digit[number->count] = (char)digit;
    number->count++;
    return;
  }
  number->exponent++;
  if (number->count == DECIMAL_DIGITS && digit != 0) {
    number->digit[DECIMAL_DIGITS] = 1;
    number->count++;
    number->exponent--;
  }
}

/* "e-12" or "p+3": its bytes, 0 when there is no exponent. */
static size_t read_exponent(const char *text, char letter, int *exponent) {
  if (model_lower(text[0]) != letter) return 0;
  size_t i = 1;
  int negative = text[i] == '-';
  if (text[i] == '-' || text[i] == '+') i++;
  if (!model_is_digit(text[i])) return 0;
  int value = 0;
  while (model_is_digit(text[i])) {
    if (value < EXPONENT_LIMIT) value = value * 10 + (text[i] - '0');
    i++;
  }
  *exponent += negative ? -value : value;
  return i;
}

static size_t read_decimal(const char *text, Decimal *number) {
  size_t i = 0;
  while (model_is_digit(text[i])) {
    decimal_push(number, text[i] - '0', 0);
    i++;
  }
  if (text[i] == '.' && (number->found || model_is_digit(text[i + 1]))) {
    i++;
    while (model_is_digit(text[i])) {
      decimal_push(number, text[i] - '0', 1);
      i++;
    }
  }
  return number->found ? i + read_exponent(text + i, 'e', &number->exponent) : 0;
}

/* Powers of ten that a double holds exactly. */
static const double tens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static long double decimal_exact(const Decimal *number) {
  uint64_t whole = 0;
  for (int i = 0; i < number->count && i < 15; i++)
    whole = whole * 10 + (uint64_t)number->digit[i];
  double value = (double)whole;
  if (number->exponent < 0) return value / tens[-number->exponent];
  return value * tens[number->exponent];
}

static long double decimal_value(const Decimal *number, int digits) {
  int magnitude = number->count + number->exponent;
  if (number->count == 0) return 0;
  if (digits == MODEL_DOUBLE_DIGITS && number->count <= 15 && number->exponent >= -22 &&
      number->exponent <= 22)
    return decimal_exact(number);
  if (magnitude > 5000) return overflow();
  if (magnitude < -5000) {
    __belay_errno = ERANGE;
    return 0;
  }
  Big numerator, denominator;
  big_set(&numerator, 0);
  for (int i = 0; i < number->count && i <= DECIMAL_DIGITS; i++) {
    if (i == 0) {
      big_set(&numerator, (uint64_t)number->digit[0]);
    } else {
      big_multiply_add(&numerator, 10, (uint32_t)number->digit[i]);
    }
  }
  big_set(&denominator, 1);
  if (number->exponent > 0) {
    big_multiply_ten_to(&numerator, (unsigned)number->exponent);
  } else {
    big_multiply_ten_to(&denominator, (unsigned)-number->exponent);
  }
  return round_quotient(&numerator, &denominator, 0, format_of(digits));
}

/* ---- hexadecimal ---- */

#define HEXADECIMAL_DIGITS 16 /* a long double needs 16 or 17 */

/* The first digits, then further ones, as one integer times 2^exponent, and a bit more if
 * sticky. */
typedef struct Hexadecimal {
  uint64_t first, further;
  int first_count, further_count;
  int exponent;
  int sticky, found;
} Hexadecimal;

static void hexadecimal_push(Hexadecimal *number, int digit, int fraction) {
  number->found = 1;
  if (fraction) number->exponent -= 4;
  if (number->first_count == 0 && digit == 0) return;
  if (number->first_count < HEXADECIMAL_DIGITS) {
    number->first = number->first << 4 | (uint64_t)digit;
    number->first_count++;
  } else if (number->further_count < HEXADECIMAL_DIGITS) {
    number->further = number->further << 4 | (uint64_t)digit;
    number->further_count++;
  } else {
    number->exponent += 4;
    if (digit != 0) number->sticky = 1;
  }
}

static size_t read_hexadecimal(const char *text, Hexadecimal *number) {
  size_t i = 2;
  int fraction = 0;
  for (;;) {
    int digit = __belay_digit_value(text[i]);
    if (text[i] == '.' && !fraction) {
      fraction = 1;
    } else if (digit >= 0 && digit < 16) {
      hexadecimal_push(number, digit, fraction);
    } else {
      break;
    }
    i++;
  }
  return number->found ? i + read_exponent(text + i, 'p', &number->exponent) : 0;
}

static long double hexadecimal_value(const Hexadecimal *number, int digits) {
  if (number->first == 0) return 0;
  if (number->exponent > 20000) return overflow();
  if (number->exponent < -20000) {
    __belay_errno = ERANGE;
    return 0;
  }
  Big numerator, denominator;
  big_set(&numerator, number->first);
  for (int i = number->further_count; i > 0; i--)
    big_multiply_add(&numerator, 16, number->further >> 4 * (i - 1) & 15);
  big_multiply_add(&numerator, 2, (uint32_t)number->sticky);
  big_set(&denominator, 1);
  return round_quotient(&numerator, &denominator, number->exponent - 1,
                        format_of(digits));
}

/* ---- all forms ---- */

static int starts_with_word(const char *text, const char *word) {
  size_t i = 0;
  while (word[i] != 0 && model_lower(text[i]) == word[i]) i++;
  return word[i] == 0;
}

/* "nan(...)": bytes of the part in parentheses. */
static size_t nan_payload(const char *text) {
  size_t i = 1;
  if (text[0] != '(') return 0;
  while (__belay_digit_value(text[i]) >= 0 || text[i] == '_') i++;
  return text[i] == ')' ? i + 1 : 0;
}

static long double read_unsigned(const char *text, size_t *length, int digits) {
  if (starts_with_word(text, "inf")) {
    *length = starts_with_word(text, "infinity") ? 8 : 3;
    return __builtin_infl();
  }
  if (starts_with_word(text, "nan")) {
    *length = 3 + nan_payload(text + 3);
    return __builtin_nanl("");
  }
  if (text[0] == '0' && model_lower(text[1]) == 'x') {
    Hexadecimal number = {0, 0, 0, 0, 0, 0, 0};
    *length = read_hexadecimal(text, &number);
    if (*length > 0) return hexadecimal_value(&number, digits);
  }
  Decimal number;
  number.exponent = 0;
  number.count = 0;
  number.found = 0;
  *length = read_decimal(text, &number);
  return decimal_value(&number, digits);
}

long double __belay_parse_float(const char *text, size_t *length, int digits) {
  size_t start = 0;
  while (model_is_space(text[start])) start++;
  int negative = text[start] == '-';
  if (text[start] == '-' || text[start] == '+') start++;
  size_t used = 0;
  long double value = read_unsigned(text + start, &used, digits);
  *length = used > 0 ? start + used : 0;
  return negative && used > 0 ? -value : value;
}

static long double parse(const char *text, char **end, int digits) {
  size_t length = 0;
  long double value = __belay_parse_float(text, &length, digits);
  if (end != NULL) *end = (char *)text + length;
  return value;
}

double strtod(const char *text, char **end) {
  return (double)parse(text, end, MODEL_DOUBLE_DIGITS);
}

float strtof(const char *text, char **end) {
  return (float)parse(text, end, MODEL_FLOAT_DIGITS);
}

long double strtold(const char *text, char **end) {
  return parse(text, end, MODEL_LONG_DOUBLE_DIGITS);
}

double __strtod_internal(const char *text, char **end, int group) {
  return (double)parse(text, end, MODEL_DOUBLE_DIGITS);
}

double atof(const char *text) { return (double)parse(text, NULL, MODEL_DOUBLE_DIGITS); }
