/* See lex.h. */
#include "ir/lex.h"

#include "ir/form.h"

Lexer lex_start(Arena *arena, const char *text) {
  return (Lexer){.arena = arena, .at = text, .line_start = text, .line = 1};
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static void skip_blanks(Lexer *lexer) {
  for (;;) {
    if (*lexer->at == ';')
      while (*lexer->at && *lexer->at != '\n') lexer->at++;
    bool inside = *lexer->at == '\n' && lexer->nesting;
    if (!inside && *lexer->at != ' ' && *lexer->at != '\t' && *lexer->at != '\r') return;
    lexer->at++;
    if (inside) lexer->line++, lexer->line_start = lexer->at;
  }
}

static void fail(Token *token, const char *message) {
  token->kind = TOKEN_BAD;
  token->message = message;
}

/* At most nine digits and no leading zero, or it belongs to the name. */
static bool read_number(const char *digits, size_t length, uint32_t *number) {
  if (!length || length > 9 || (digits[0] == '0' && length > 1)) return false;
  *number = 0;
  for (size_t i = 0; i < length; i++) {
    if (!is_digit(digits[i])) return false;
    *number = *number * 10 + (uint32_t)(digits[i] - '0');
  }
  return true;
}

void lex_split_number(Token *token) {
  uint32_t start = token->length;
  while (start && is_digit(token->text[start - 1])) start--;
  bool whole = start == 0;
  if (!whole && token->text[start - 1] != '.') return;
  if (!read_number(token->text + start, token->length - start, &token->number)) return;
  token->length = whole ? 0 : start - 1;
}

static void lex_word(Lexer *lexer, Token *token) {
  token->kind = TOKEN_WORD;
  token->text = lexer->at;
  bool number = is_digit(*lexer->at) && lexer->at[1] != 'x';
  while (form_bare_char(*lexer->at)) lexer->at++;
  bool exponent = number && (lexer->at[-1] == 'e' || lexer->at[-1] == 'E') &&
                  (*lexer->at == '-' || *lexer->at == '+') && is_digit(lexer->at[1]);
  if (exponent)
    for (lexer->at++; is_digit(*lexer->at);) lexer->at++;
  token->length = (uint32_t)(lexer->at - token->text);
}

/* Decodes `length` bytes with \hh escapes. */
static void decode(Lexer *lexer, Token *token, const char *from, size_t length) {
  char *text = arena_alloc(lexer->arena, length + 1);
  uint32_t count = 0;
  for (size_t i = 0; i < length; i++) {
    if (from[i] != '\\') {
      text[count++] = from[i];
      continue;
    }
    int high = i + 2 < length ? hex_digit(from[i + 1]) : -1;
    int low = i + 2 < length ? hex_digit(from[i + 2]) : -1;
    if (high < 0 || low < 0) {
      fail(token, "expected two hexadecimal digits after \\");
      return;
    }
    text[count++] = (char)(high * 16 + low);
    i += 2;
  }
  token->text = text;
  token->length = count;
}

/* The closing quote is the next one: quotes inside are written \22. */
static void lex_string(Lexer *lexer, Token *token) {
  token->kind = TOKEN_STRING;
  const char *start = ++lexer->at;
  bool escaped = false;
  while (*lexer->at && *lexer->at != '"' && *lexer->at != '\n')
    escaped |= *lexer->at++ == '\\';
  if (*lexer->at != '"') {
    fail(token, "this string does not end on its line");
    return;
  }
  size_t length = (size_t)(lexer->at++ - start);
  token->text = start;
  token->length = (uint32_t)length;
  if (escaped) decode(lexer, token, start, length);
}

/* The number behind a quoted name or symbol, after `mark`. */
static void lex_number_behind(Lexer *lexer, Token *token, char mark) {
  if (*lexer->at != mark || !is_digit(lexer->at[1])) return;
  const char *start = lexer->at + 1, *end = start;
  while (is_digit(*end)) end++;
  if (token->kind == TOKEN_BAD) return;
  if (!read_number(start, (size_t)(end - start), &token->number)) {
    fail(token, "expected a number of at most nine digits");
    return;
  }
  lexer->at = end;
}

static void lex_name(Lexer *lexer, Token *token, TokenKind kind) {
  bool quoted = *++lexer->at == '"';
  if (!quoted && !form_bare_char(*lexer->at)) {
    fail(token,
         kind == TOKEN_LOCAL ? "expected a name after %" : "expected a name after @");
    return;
  }
  if (quoted)
    lex_string(lexer, token);
  else
    lex_word(lexer, token);
  if (token->kind == TOKEN_BAD) return;
  token->kind = kind;
  if (kind == TOKEN_SYMBOL)
    lex_number_behind(lexer, token, '#');
  else if (quoted)
    lex_number_behind(lexer, token, '.');
  else
    lex_split_number(token);
}

static void lex_punctuation(Lexer *lexer, Token *token) {
  char c = *lexer->at++;
  if (!strchr("=,:()[]{}+-*!", c)) {
    fail(token, "this character has no meaning here");
    return;
  }
  token->kind = TOKEN_PUNCTUATION;
  token->punctuation = c;
  if (c == '(' || c == '[') lexer->nesting++;
  if ((c == ')' || c == ']') && lexer->nesting) lexer->nesting--;
  if (c == '-' && *lexer->at == '>') {
    lexer->at++;
    token->kind = TOKEN_ARROW;
  }
}

static void lex_one(Lexer *lexer, Token *token) {
  char c = *lexer->at;
  if (!c) {
    token->kind = TOKEN_END;
  } else if (c == '\n') {
    token->kind = TOKEN_NEWLINE;
    lexer->at++;
    lexer->line++;
    lexer->line_start = lexer->at;
  } else if (form_bare_char(c)) {
    lex_word(lexer, token);
  } else if (c == '"') {
    lex_string(lexer, token);
    lex_number_behind(lexer, token, '.');
  } else if (c == '%' || c == '@') {
    lex_name(lexer, token, c == '%' ? TOKEN_LOCAL : TOKEN_SYMBOL);
  } else {
    lex_punctuation(lexer, token);
  }
}

Token lex_next(Lexer *lexer) {
  skip_blanks(lexer);
  Token token = {.source = lexer->at, .line = lexer->line, .number = IR_NONE};
  token.column = (uint32_t)(lexer->at - lexer->line_start) + 1;
  lex_one(lexer, &token);
  token.source_length = (uint32_t)(lexer->at - token.source);
  return token;
}
