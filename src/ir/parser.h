/* The parser's state, shared by parse.c (the program), parse_value.c (types, constants,
 * positions) and parse_body.c (functions). After the first error every token is the end
 * of the text, so loops only have to stop there. */
#ifndef BELAY_IR_PARSER_H
#define BELAY_IR_PARSER_H

#include "base/map.h"
#include "ir/build.h"
#include "ir/form.h"
#include "ir/lex.h"
#include "ir/text.h"

/* A name of the function being parsed. */
typedef struct LocalName {
  Val value;
  bool defined;
  Token first; /* where it was met first */
} LocalName;

/* A type that the text claims for a value which may be defined later. */
typedef struct TypeClaim {
  Val value;
  Type type;
  Token at;
} TypeClaim;

/* A phi, for comparing its blocks with the jumps once all are known. */
typedef struct PhiClaim {
  uint32_t block;
  uint32_t preds, count; /* Body.phi_preds */
  Token at;
} PhiClaim;

typedef struct ParamText {
  Token name; /* TOKEN_END: has none */
  uint32_t pos;
  Val origin;
} ParamText;

typedef struct Body {
  Builder *builder;
  Fn fn;
  Map locals; /* name_key -> 1 + index of names */
  Vec(LocalName) names;
  Vec(Type) types;     /* by provisional value id */
  Map labels;          /* name_key -> 1 + block number */
  Vec(Token) label_at; /* by block number */
  Map edges;           /* from << 32 | to -> number of jumps */
  Vec(TypeClaim) claims;
  Vec(PhiClaim) phis;
  VecU32 phi_preds;
} Body;

typedef struct PendingBody {
  Fn fn;
  Lexer at; /* behind the { */
  Vec(ParamText) params;
  uint32_t default_file;
} PendingBody;

typedef struct PendingRelocs {
  Glob global;
  Lexer at; /* behind the [ */
} PendingRelocs;

typedef struct Parser {
  Arena *arena;   /* the program's */
  Arena *scratch; /* gone when the parse ends */
  const char *file_name;
  Program *p;
  Lexer lexer;
  Token token; /* the next one, not consumed */
  bool failed;
  IrError *error;
  Map symbols;           /* name_key -> 1 + (index << 1 | is a function) */
  Map files;             /* number -> Sym */
  uint32_t default_file; /* of `!line:column`; IR_NONE: the first, if there is one */
  VecU32 described;      /* by function: whether its header was met */
  Token entry;           /* TOKEN_END: none */
  Vec(PendingBody) bodies;
  Vec(PendingRelocs) relocs;
  Body body;
} Parser;

/* ---- parse_value.c ---- */

void parse_fail_at(Parser *s, const Token *at, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
/* "expected X, found Y" at the current token. */
void parse_expected(Parser *s, const char *what);
void parse_advance(Parser *s);
/* Goes on from a saved state. */
void parse_resume(Parser *s, Lexer at);
/* As it stands in the text, shortened. */
const char *parse_token_text(Parser *s, const Token *token);
bool parse_is(const Parser *s, char punctuation);
bool parse_is_word(const Parser *s, const char *word);
bool parse_accept(Parser *s, char punctuation);
bool parse_accept_word(Parser *s, const char *word);
void parse_expect(Parser *s, char punctuation);
Sym parse_intern(Parser *s, const Token *token);
/* A string's content, interned; the empty one and an error when there is none. */
Sym parse_string(Parser *s, const char *what);
uint64_t parse_number(Parser *s, uint64_t most, const char *what);
uint64_t parse_name_key(Parser *s, const Token *token);
bool parse_is_type(const Parser *s);
Type parse_type(Parser *s);
/* `!line:column` or `!file:line:column`, if it is there. */
bool parse_pos(Parser *s, uint32_t *pos, uint32_t *file);
/* `from 12`, if it is there. */
bool parse_origin(Parser *s, Val *origin);
/* A bit of the flags that the words name; false when the current word is none. */
bool parse_flag(Parser *s, const char *(*name)(unsigned), uint32_t *flags);
bool parse_is_constant(const Parser *s);
/* A constant without its type. */
Val parse_constant(Parser *s, Type type);

/* ---- parse_body.c ---- */

void parse_body(Parser *s, const PendingBody *pending);

#endif
