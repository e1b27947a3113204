/* Tokens of the text form (used by the parser alone). A line's end is a token, except
 * inside parentheses and brackets; `;` starts a comment. */
#ifndef BELAY_IR_LEX_H
#define BELAY_IR_LEX_H

#include "ir/ir.h"

typedef enum TokenKind {
  TOKEN_END,
  TOKEN_NEWLINE,
  TOKEN_WORD,   /* letters, digits, _ . $ */
  TOKEN_STRING, /* "...", or "...".12 */
  TOKEN_LOCAL,  /* %name, %name.12, %12, %"..." */
  TOKEN_SYMBOL, /* @name, @name#2, @"..." */
  TOKEN_ARROW,  /* -> */
  TOKEN_PUNCTUATION,
  TOKEN_BAD, /* `message` says why */
} TokenKind;

typedef struct Token {
  TokenKind kind;
  char punctuation;
  uint32_t line, column; /* of its first character, from 1 */
  const char *source;    /* as it stands in the text */
  uint32_t source_length;
  const char *text; /* word, string's content, name without its number; not terminated */
  uint32_t length;
  uint32_t number; /* behind a name; IR_NONE when there is none */
  const char *message;
} Token;

/* A state may be copied to go back to it. */
typedef struct Lexer {
  Arena *arena; /* contents of strings with escapes */
  const char *at;
  const char *line_start;
  uint32_t line;
  uint32_t nesting; /* open ( and [ */
} Lexer;

Lexer lex_start(Arena *arena, const char *text);
Token lex_next(Lexer *lexer);
/* Takes a number at the end (`x.12`, `12`) off a word. */
void lex_split_number(Token *token);

#endif
