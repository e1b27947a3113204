/* See inputs.h. A printed value is followed by a comment that names its kind and type;
 * the parser does not read it, as the instruction that takes the value knows both. */
#include "ir/inputs.h"

#include <stdlib.h>

#include "ir/form.h"

void inputs_add(Arena *arena, Inputs *inputs, Choice choice) {
  vec_push(arena, &inputs->choices, choice);
}

/* ---- reading ---- */

typedef struct Reader {
  Arena *arena;
  const char *at;
  uint32_t line;
  const char **error;
} Reader;

typedef struct Piece {
  const char *text; /* a copy, terminated */
  uint32_t length;
} Piece;

static bool fail(Reader *r, const char *what, Piece found) {
  bool missing = found.length == 0;
  *r->error = arena_printf(
    r->arena, "line %u: expected %s, found %s%s%s", r->line, what, missing ? "" : "`",
    missing ? "the end of the line" : found.text, missing ? "" : "`");
  return false;
}

/* The next word of the line; empty at its end. */
static Piece next_piece(Reader *r) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r') r->at++;
  const char *start = r->at;
  while (*r->at && !strchr(" \t\r\n#", *r->at)) r->at++;
  uint32_t length = (uint32_t)(r->at - start);
  return (Piece){arena_strndup(r->arena, start, length), length};
}

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

/* -2^127 .. 2^128 - 1 */
static bool read_integer(const char *text, Choice *choice) {
  bool negative = *text == '-';
  text += negative;
  bool hexadecimal = text[0] == '0' && text[1] == 'x';
  text += hexadecimal ? 2 : 0;
  unsigned base = hexadecimal ? 16 : 10;
  unsigned __int128 value = 0, most = ~(unsigned __int128)0;
  if (!*text) return false;
  for (; *text; text++) {
    unsigned digit = (unsigned)digit_of(*text);
    if (digit >= base || value > (most - digit) / base) return false;
    value = value * base + digit;
  }
  if (negative && value > (unsigned __int128)1 << 127) return false;
  if (negative) value = -value;
  choice->lo = (uint64_t)value;
  choice->hi = (uint64_t)(value >> 64);
  return true;
}

static bool read_float(const char *text, Choice *choice) {
  const char *digits = text + (*text == '-');
  if (digit_of(*digits) > 9 || digits[1] == 'x') return false;
  char *end;
  double value = strtod(text, &end);
  memcpy(&choice->lo, &value, sizeof value);
  choice->type = type_float(64);
  return *end == 0;
}

static bool read_instruction(Reader *r, Piece piece, Choice *choice) {
  Choice number = {0};
  if (!read_integer(piece.text + 1, &number) || number.hi || number.lo >= VAL_CONST_BIT)
    return fail(r, "an instruction's number after @", piece);
  choice->at = (Val){(uint32_t)number.lo};
  return true;
}

static bool read_line(Reader *r, Inputs *inputs) {
  Choice choice = {.at = VAL_NONE, .kind = CHOICE_INPUT};
  Piece piece = next_piece(r);
  if (!piece.length) return true;
  if (piece.text[0] == '@') {
    if (!read_instruction(r, piece, &choice)) return false;
    piece = next_piece(r);
  }
  if (!read_integer(piece.text, &choice) && !read_float(piece.text, &choice))
    return fail(r, "a number", piece);
  piece = next_piece(r);
  if (piece.length) return fail(r, "the end of the line", piece);
  inputs_add(r->arena, inputs, choice);
  return true;
}

bool inputs_parse(Arena *arena, Inputs *inputs, const char *text, const char **error) {
  Reader r = {.arena = arena, .at = text, .line = 1, .error = error};
  for (;; r.line++) {
    if (!read_line(&r, inputs)) return false;
    while (*r.at && *r.at != '\n') r.at++;
    if (!*r.at) return true;
    r.at++;
  }
}

/* ---- writing ---- */

static unsigned bits_of(Type type) { return type.code & 0xfffu; }

/* The value sign-extended from its type to 128 bits, where that is an integer. */
static void extend(const Choice *choice, uint64_t *lo, uint64_t *hi) {
  *lo = choice->lo;
  *hi = choice->hi;
  unsigned bits = bits_of(choice->type);
  if (!type_is_int(choice->type) || bits == 1 || bits == 128) return;
  unsigned __int128 value = (unsigned __int128)*hi << 64 | *lo;
  value = (unsigned __int128)((__int128)(value << (128 - bits)) >> (128 - bits));
  *lo = (uint64_t)value;
  *hi = (uint64_t)(value >> 64);
}

static void print_value(Arena *arena, const Choice *choice, VecChar *out) {
  uint64_t lo, hi;
  extend(choice, &lo, &hi);
  bool plain = type_is_int(choice->type) || type_is_void(choice->type);
  if (plain && hi == 0)
    vec_printf(arena, out, "%llu", (unsigned long long)lo);
  else if (plain && hi == ~(uint64_t)0 && lo >> 63)
    vec_printf(arena, out, "%lld", (long long)lo);
  else if (hi)
    vec_printf(arena, out, "0x%llx%016llx", (unsigned long long)hi,
               (unsigned long long)lo);
  else
    vec_printf(arena, out, "0x%llx", (unsigned long long)lo);
}

static const char *kind_text(uint8_t kind) {
  static const char *const texts[] = {"input", "alloc", "uninit"};
  return kind <= CHOICE_UNINIT ? texts[kind] : "?";
}

void inputs_print(Arena *arena, const Inputs *inputs, VecChar *out) {
  for (uint32_t i = 0; i < inputs->choices.len; i++) {
    const Choice *choice = &inputs->choices.data[i];
    char buffer[16];
    bool common = val_none(choice->at);
    if (!common)
      vec_printf(arena, out, "@%u ", choice->at.id);
    else if (choice->kind != CHOICE_INPUT)
      vec_printf(arena, out, "# "); /* the common queue serves `input` alone */
    print_value(arena, choice, out);
    vec_printf(arena, out, " # %s", kind_text(choice->kind));
    if (!type_is_void(choice->type))
      vec_printf(arena, out, " %s", form_type_text(choice->type, buffer));
    vec_printf(arena, out, "\n");
  }
}
