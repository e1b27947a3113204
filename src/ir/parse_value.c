/* The text form, read: tokens, numbers, types, positions and constants. See parser.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/parser.h"

/* ---- errors and tokens ---- */

void parse_fail_at(Parser *s, const Token *at, const char *format, ...) {
  if (s->failed) return;
  char message[512];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  s->failed = true;
  *s->error =
    (IrError){s->file_name, at->line, at->column, arena_strdup(s->arena, message)};
  s->token.kind = TOKEN_END;
}

const char *parse_token_text(Parser *s, const Token *token) {
  switch (token->kind) {
  case TOKEN_END: return "the end of the text";
  case TOKEN_NEWLINE: return "the end of the line";
  default: break;
  }
  uint32_t length = token->source_length;
  const char *dots = length > 60 ? "..." : "";
  return arena_printf(s->scratch, "`%.*s%s`", (int)(length > 60 ? 60 : length),
                      token->source, dots);
}

void parse_expected(Parser *s, const char *what) {
  const Token *token = &s->token;
  parse_fail_at(s, token, "expected %s, found %s", what, parse_token_text(s, token));
}

void parse_advance(Parser *s) {
  if (s->failed) return;
  s->token = lex_next(&s->lexer);
  if (s->token.kind == TOKEN_BAD) parse_fail_at(s, &s->token, "%s", s->token.message);
}

void parse_resume(Parser *s, Lexer at) {
  s->lexer = at;
  parse_advance(s);
}

bool parse_is(const Parser *s, char punctuation) {
  return s->token.kind == TOKEN_PUNCTUATION && s->token.punctuation == punctuation;
}

static bool word_is(const Token *token, const char *word) {
  return token->kind == TOKEN_WORD && token->length == strlen(word) &&
         !memcmp(token->text, word, token->length);
}

bool parse_is_word(const Parser *s, const char *word) { return word_is(&s->token, word); }

bool parse_accept(Parser *s, char punctuation) {
  if (!parse_is(s, punctuation)) return false;
  parse_advance(s);
  return true;
}

bool parse_accept_word(Parser *s, const char *word) {
  if (!parse_is_word(s, word)) return false;
  parse_advance(s);
  return true;
}

void parse_expect(Parser *s, char punctuation) {
  char what[4] = {'`', punctuation, '`', 0};
  if (!parse_accept(s, punctuation)) parse_expected(s, what);
}

Sym parse_intern(Parser *s, const Token *token) {
  return intern_bytes(s->p->names, token->text, token->length);
}

Sym parse_string(Parser *s, const char *what) {
  if (s->token.kind != TOKEN_STRING) {
    parse_expected(s, what);
    return (Sym){0};
  }
  Sym sym = parse_intern(s, &s->token);
  parse_advance(s);
  return sym;
}

uint64_t parse_name_key(Parser *s, const Token *token) {
  Token name = *token;
  if (name.kind == TOKEN_WORD) lex_split_number(&name);
  return (uint64_t)parse_intern(s, &name).id << 32 | name.number;
}

/* ---- numbers ---- */

/* A number as written: 0 <= hi:lo < 2^128. */
typedef struct Magnitude {
  uint64_t lo, hi;
  bool hexadecimal;
} Magnitude;

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

static bool token_is_number(const Token *token) {
  return token->kind == TOKEN_WORD && token->text[0] >= '0' && token->text[0] <= '9';
}

static bool read_magnitude(const Token *token, Magnitude *m) {
  const char *text = token->text;
  uint32_t length = token->length, at = 0;
  *m = (Magnitude){.hexadecimal = length > 2 && text[0] == '0' && text[1] == 'x'};
  unsigned base = m->hexadecimal ? 16 : 10;
  unsigned __int128 value = 0;
  for (at = m->hexadecimal ? 2 : 0; at < length; at++) {
    unsigned digit = (unsigned)digit_value(text[at]);
    if (digit >= base || value > (~(unsigned __int128)0 - digit) / base) return false;
    value = value * base + digit;
  }
  m->lo = (uint64_t)value;
  m->hi = (uint64_t)(value >> 64);
  return true;
}

uint64_t parse_number(Parser *s, uint64_t most, const char *what) {
  Magnitude m;
  if (!token_is_number(&s->token) || !read_magnitude(&s->token, &m)) {
    parse_expected(s, what);
    return 0;
  }
  if (m.hi || m.lo > most) {
    parse_fail_at(s, &s->token, "%s is too large for %s", parse_token_text(s, &s->token),
                  what);
    return 0;
  }
  parse_advance(s);
  return m.lo;
}

/* ---- types, positions, flags ---- */

static bool read_type(const Token *token, Type *type) {
  if (word_is(token, "void")) return *type = type_void(), true;
  if (word_is(token, "ptr")) return *type = type_ptr(), true;
  if (token->kind != TOKEN_WORD || token->length < 2 || token->length > 4) return false;
  unsigned bits = 0;
  for (uint32_t i = 1; i < token->length; i++) {
    int digit = digit_value(token->text[i]);
    if (digit > 9 || (i == 1 && !digit)) return false;
    bits = bits * 10 + (unsigned)digit;
  }
  if (token->text[0] == 'i') return *type = type_int(bits), bits <= 128;
  if (token->text[0] == 'f')
    return *type = type_float(bits), bits == 32 || bits == 64 || bits == 80;
  return false;
}

bool parse_is_type(const Parser *s) {
  Type type;
  return read_type(&s->token, &type);
}

Type parse_type(Parser *s) {
  Type type = type_void();
  if (!read_type(&s->token, &type)) {
    parse_expected(s, "a type");
    return type_void();
  }
  parse_advance(s);
  return type;
}

static uint32_t default_file(const Parser *s) {
  if (s->default_file != IR_NONE) return s->default_file;
  return map_has(&s->files, 1) ? 1 : 0;
}

bool parse_pos(Parser *s, uint32_t *pos, uint32_t *file) {
  Token at = s->token;
  if (!parse_accept(s, '!')) return false;
  uint32_t numbers[3] = {0}, count = 0;
  do numbers[count++] = (uint32_t)parse_number(s, UINT32_MAX, "a line or column number");
  while (count < 3 && parse_accept(s, ':'));
  if (count < 2) parse_expected(s, "`:` and a column number");
  uint32_t number = count < 3 ? default_file(s) : numbers[0];
  uint64_t *name = map_find(&s->files, number);
  if (number && !name) parse_fail_at(s, &at, "there is no file %u", number);
  if (s->failed) return false;
  if (file) *file = number;
  Pos place = {{name ? (uint32_t)*name : 0}, numbers[count - 2], numbers[count - 1]};
  *pos = build_pos(s->p, place);
  return true;
}

bool parse_origin(Parser *s, Val *origin) {
  if (!parse_accept_word(s, "from")) return false;
  origin->id = (uint32_t)parse_number(s, VAL_CONST_BIT - 1, "an instruction's number");
  return true;
}

bool parse_flag(Parser *s, const char *(*name)(unsigned), uint32_t *flags) {
  for (unsigned bit = 0; bit < 32; bit++)
    if (name(bit) && parse_accept_word(s, name(bit)))
      return *flags |= (uint32_t)1 << bit, true;
  return false;
}

/* ---- constants ---- */

bool parse_is_constant(const Parser *s) {
  const Token *token = &s->token;
  return token->kind == TOKEN_SYMBOL || token_is_number(token) || parse_is(s, '(') ||
         parse_is(s, '-') || word_is(token, "true") || word_is(token, "false") ||
         word_is(token, "null") || word_is(token, "undef");
}

static Val integer_constant(Parser *s, const Token *at, Type type, Magnitude m,
                            bool negative) {
  unsigned bits = ir_type_bits(s->p, type);
  unsigned __int128 value = (unsigned __int128)m.hi << 64 | m.lo;
  unsigned __int128 half = (unsigned __int128)1 << (bits - 1);
  bool fits = negative ? value <= half : (value >> (bits - 1)) <= 1;
  if (!fits) {
    char buffer[16];
    parse_fail_at(s, at, "%s%s does not fit %s", negative ? "-" : "",
                  parse_token_text(s, at), form_type_text(type, buffer));
    return VAL_NONE;
  }
  if (negative) value = -value;
  return build_int128(s->p, type, (uint64_t)value, (uint64_t)(value >> 64));
}

static Const decimal_float(Type type, const char *text, bool negative) {
  Const c = {.kind = CONST_FLOAT, .type = type};
  if (type_eq(type, type_float(32))) {
    float value = negative ? -strtof(text, NULL) : strtof(text, NULL);
    memcpy(&c.lo, &value, sizeof value);
  } else if (type_eq(type, type_float(64))) {
    double value = negative ? -strtod(text, NULL) : strtod(text, NULL);
    memcpy(&c.lo, &value, sizeof value);
  } else {
    long double value = negative ? -strtold(text, NULL) : strtold(text, NULL);
    memcpy(&c.lo, &value, 8);
    memcpy(&c.hi, (const char *)&value + 8, 2);
  }
  return c;
}

static bool is_decimal(const char *text) {
  char *end;
  strtold(text, &end);
  return *end == 0;
}

static Val float_constant(Parser *s, const Token *at, Type type, bool negative) {
  Magnitude m;
  unsigned bits = ir_type_bits(s->p, type);
  if (read_magnitude(at, &m) && m.hexadecimal) {
    if (!negative && !(((unsigned __int128)m.hi << 64 | m.lo) >> bits)) {
      Const c = {.kind = CONST_FLOAT, .type = type, .lo = m.lo, .hi = m.hi};
      return build_const(s->p, c);
    }
  } else {
    const char *text = arena_strndup(s->scratch, at->text, at->length);
    if (is_decimal(text)) return build_const(s->p, decimal_float(type, text, negative));
  }
  parse_fail_at(s, at, "expected a float or its bits, found %s", parse_token_text(s, at));
  return VAL_NONE;
}

static Val number_constant(Parser *s, Type type) {
  bool negative = parse_accept(s, '-');
  Token at = s->token;
  Magnitude m;
  if (!token_is_number(&at)) {
    parse_expected(s, "a number");
    return VAL_NONE;
  }
  parse_advance(s);
  if (type_is_float(type)) return float_constant(s, &at, type, negative);
  if (!read_magnitude(&at, &m)) {
    parse_fail_at(s, &at, "expected an integer, found %s", parse_token_text(s, &at));
    return VAL_NONE;
  }
  return integer_constant(s, &at, type, m, negative);
}

static Val symbol_constant(Parser *s, Type type) {
  bool grouped = parse_accept(s, '(');
  Token at = s->token;
  if (at.kind != TOKEN_SYMBOL) {
    parse_expected(s, "a global or function");
    return VAL_NONE;
  }
  parse_advance(s);
  uint64_t found = map_get(&s->symbols, parse_name_key(s, &at), 0), offset = 0;
  bool minus = parse_is(s, '-');
  if (grouped && (parse_accept(s, '+') || parse_accept(s, '-')))
    offset = parse_number(s, minus ? (uint64_t)1 << 63 : INT64_MAX, "an offset");
  if (grouped) parse_expect(s, ')');
  if (!found) parse_fail_at(s, &at, "%s is not declared", parse_token_text(s, &at));
  if (!type_is_ptr(type) && !type_is_int(type))
    parse_fail_at(s, &at, "an address is a pointer or an integer");
  if (s->failed) return VAL_NONE;
  bool is_function = (found - 1) & 1;
  Const c = {.kind = is_function ? CONST_FUNC : CONST_GLOBAL, .type = type};
  c.index = (uint32_t)((found - 1) >> 1);
  c.lo = minus ? 0 - offset : offset;
  return build_const(s->p, c);
}

static Val word_constant(Parser *s, Type type) {
  Token at = s->token;
  bool truth = parse_is_word(s, "true");
  parse_advance(s);
  if (word_is(&at, "undef")) return build_undef(s->p, type);
  if (word_is(&at, "null")) {
    if (!type_is_ptr(type)) parse_fail_at(s, &at, "null is a pointer");
    return build_null(s->p);
  }
  if (!type_eq(type, type_int(1)))
    parse_fail_at(s, &at, "%s is an i1", truth ? "true" : "false");
  return build_int(s->p, type_int(1), truth);
}

Val parse_constant(Parser *s, Type type) {
  if (!parse_is_constant(s)) {
    parse_expected(s, "a value");
    return VAL_NONE;
  }
  if (type_is_void(type)) {
    parse_fail_at(s, &s->token, "the type of this constant must be written: `i32 4`");
    return VAL_NONE;
  }
  if (token_is_number(&s->token) || parse_is(s, '-')) return number_constant(s, type);
  if (s->token.kind == TOKEN_WORD) return word_constant(s, type);
  return symbol_constant(s, type);
}
