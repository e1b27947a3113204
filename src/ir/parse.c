/* The text form, read: the program as a whole. Everything is declared first; what names
 * other things (bodies, pointers inside globals) is gone over again afterwards. */
#include "ir/parser.h"

enum { LARGEST_INITIALISER = 1 << 28 };

/* ---- names ---- */

static uint64_t *symbol_place(Parser *s, const Token *token) {
  return map_at(s->scratch, &s->symbols, parse_name_key(s, token));
}

static Token expect_symbol(Parser *s, const char *what) {
  Token token = s->token;
  if (token.kind == TOKEN_SYMBOL)
    parse_advance(s);
  else
    parse_expected(s, what);
  return token;
}

static bool at_line_end(const Parser *s) {
  return s->token.kind == TOKEN_NEWLINE || s->token.kind == TOKEN_END;
}

static void expect_line_end(Parser *s) {
  if (!at_line_end(s)) parse_expected(s, "the end of the line");
}

/* FN_NONE when the name means something else already. */
static Fn declare_function(Parser *s, const Token *name) {
  uint64_t *place = symbol_place(s, name);
  if (*place) {
    if ((*place - 1) & 1) return (Fn){(uint32_t)((*place - 1) >> 1)};
    return FN_NONE;
  }
  Fn fn = build_declare_function(s->p, parse_intern(s, name), 0);
  *place = 1 + ((uint64_t)fn.id << 1 | 1);
  vec_push(s->scratch, &s->described, 0);
  return fn;
}

/* ---- single lines ---- */

static void parse_target(Parser *s, bool is_first) {
  Token at = s->token;
  uint64_t bits = parse_number(s, 64, "32 or 64");
  if (bits != 32 && bits != 64) parse_fail_at(s, &at, "expected 32 or 64");
  if (!is_first) parse_fail_at(s, &at, "`target` must come first");
  s->p->ptr_bits = (unsigned)bits;
}

static void parse_file(Parser *s) {
  Token at = s->token;
  uint64_t number = parse_number(s, UINT32_MAX, "a file's number");
  Sym name = parse_string(s, "a file's name in quotes");
  if (!number || map_has(&s->files, number))
    parse_fail_at(s, &at, "a file's number must be new and not 0");
  map_set(s->scratch, &s->files, number, name.id);
}

static void parse_assumption(Parser *s) {
  Sym text = parse_string(s, "an assumption in quotes");
  vec_push(s->arena, &s->p->assumptions, text);
}

static void parse_order(Parser *s) {
  do {
    Token name = expect_symbol(s, "a function's name");
    if (s->failed) return;
    if (*symbol_place(s, &name))
      parse_fail_at(s, &name, "%s is there already", parse_token_text(s, &name));
    else
      declare_function(s, &name);
  } while (parse_accept(s, ','));
}

/* ---- globals ---- */

static void store_hex(Parser *s, const Token *at, Global *g) {
  if (at->length % 2) parse_fail_at(s, at, "expected pairs of hexadecimal digits");
  for (uint32_t i = 0; i < at->length && !s->failed; i++) {
    char c = at->text[i];
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    if (digit < 0) parse_fail_at(s, at, "expected pairs of hexadecimal digits");
    g->bytes[i / 2] = (uint8_t)(g->bytes[i / 2] << 4 | (digit & 15));
  }
}

/* x"0aff" or c"text\00"; what is left of the global is zero. */
static void parse_bytes(Parser *s, Global *g) {
  bool hex = parse_is_word(s, "x");
  if (!hex && !parse_is_word(s, "c")) {
    parse_expected(s, "x\"...\" or c\"...\"");
    return;
  }
  parse_advance(s);
  Token at = s->token;
  parse_string(s, "bytes in quotes");
  uint64_t count = hex ? at.length / 2 : at.length;
  if (count > g->size) parse_fail_at(s, &at, "more bytes than the global has");
  if (g->size > LARGEST_INITIALISER)
    parse_fail_at(s, &at, "too large a global for initial bytes");
  if (g->flags & GLOB_EXTERN) parse_fail_at(s, &at, "an extern global has no bytes");
  if (s->failed) return;
  g->bytes = arena_zalloc(s->arena, g->size ? g->size : 1);
  if (hex)
    store_hex(s, &at, g);
  else
    memcpy(g->bytes, at.text, at.length);
}

/* Leaves the relocations for later: they may name what is not declared yet. */
static void skip_relocs(Parser *s, Glob id) {
  if (!parse_is(s, '[')) return;
  vec_push(s->scratch, &s->relocs, (PendingRelocs){id, s->lexer});
  while (!parse_is(s, ']') && s->token.kind != TOKEN_END) parse_advance(s);
  parse_expect(s, ']');
}

static void parse_global(Parser *s) {
  Token name = expect_symbol(s, "a global's name");
  if (s->failed) return;
  Glob id = {s->p->globals.len};
  uint64_t *place = symbol_place(s, &name);
  if (*place) {
    parse_fail_at(s, &name, "%s is there already", parse_token_text(s, &name));
    return;
  }
  *place = 1 + ((uint64_t)id.id << 1);
  Global g = {.name = parse_intern(s, &name), .align = 1};
  g.size = parse_number(s, INT64_MAX, "a size in bytes");
  if (parse_accept_word(s, "align"))
    g.align = (uint32_t)parse_number(s, UINT32_MAX, "an alignment");
  while (parse_flag(s, form_global_flag, &g.flags)) continue;
  if (parse_accept(s, '=')) parse_bytes(s, &g);
  skip_relocs(s, id);
  parse_pos(s, &g.pos, NULL);
  build_global(s->p, g);
}

static void parse_relocs(Parser *s, const PendingRelocs *pending) {
  parse_resume(s, pending->at);
  do {
    Reloc reloc = {.offset = parse_number(s, INT64_MAX, "an offset in bytes")};
    parse_expect(s, ':');
    Type type = parse_is_type(s) ? parse_type(s) : type_ptr();
    Token at = s->token;
    if (at.kind != TOKEN_SYMBOL && !parse_is(s, '('))
      parse_expected(s, "a global or function");
    reloc.target = parse_constant(s, type);
    if (s->failed) return;
    vec_push(s->arena, &s->p->globals.data[pending->global.id].relocs, reloc);
  } while (parse_accept(s, ','));
  if (!parse_is(s, ']')) parse_expected(s, "`,` or `]`");
}

/* ---- functions ---- */

static bool parse_dots(Parser *s, Function *function) {
  if (!parse_accept_word(s, "...")) return false;
  function->flags |= FN_VARIADIC;
  return true;
}

static void parse_param(Parser *s, Function *function, PendingBody *pending) {
  Token at = s->token;
  Type type = parse_type(s);
  if (type_is_void(type)) parse_fail_at(s, &at, "a parameter cannot be void");
  ParamText param = {.name = {.kind = TOKEN_END}, .origin = VAL_NONE};
  if (s->token.kind == TOKEN_LOCAL) {
    param.name = s->token;
    parse_advance(s);
  }
  parse_pos(s, &param.pos, NULL);
  parse_origin(s, &param.origin);
  vec_push(s->arena, &function->params, type);
  vec_push(s->scratch, &pending->params, param);
}

static void parse_params(Parser *s, Function *function, PendingBody *pending) {
  parse_expect(s, '(');
  if (parse_accept(s, ')')) return;
  do {
    if (parse_dots(s, function)) break;
    parse_param(s, function, pending);
  } while (parse_accept(s, ','));
  if (!parse_accept(s, ')')) parse_expected(s, "`,` or `)`");
}

static void parse_results(Parser *s, Function *function) {
  if (s->token.kind != TOKEN_ARROW) return;
  parse_advance(s);
  do {
    Token at = s->token;
    Type type = parse_type(s);
    if (type_is_void(type)) parse_fail_at(s, &at, "a result cannot be void");
    vec_push(s->arena, &function->results, type);
  } while (parse_accept(s, ',') && !s->failed);
}

static void skip_body(Parser *s, PendingBody *pending) {
  if (!parse_is(s, '{')) {
    s->p->functions.data[pending->fn.id].flags |= FN_EXTERN;
    return;
  }
  pending->at = s->lexer;
  while (!parse_is(s, '}') && s->token.kind != TOKEN_END) parse_advance(s);
  parse_expect(s, '}');
  vec_push(s->scratch, &s->bodies, *pending);
}

static void parse_function(Parser *s) {
  Token name = expect_symbol(s, "a function's name");
  if (s->failed) return;
  Fn fn = declare_function(s, &name);
  if (fn.id == IR_NONE || s->described.data[fn.id]) {
    parse_fail_at(s, &name, "%s is there already", parse_token_text(s, &name));
    return;
  }
  s->described.data[fn.id] = 1;
  Function *function = &s->p->functions.data[fn.id];
  PendingBody pending = {.fn = fn, .default_file = IR_NONE};
  parse_params(s, function, &pending);
  parse_results(s, function);
  while (parse_flag(s, form_function_flag, &function->flags)) continue;
  parse_pos(s, &function->pos, &pending.default_file);
  skip_body(s, &pending);
}

/* ---- the program ---- */

static void parse_item(Parser *s, bool is_first) {
  if (parse_accept_word(s, "target"))
    parse_target(s, is_first);
  else if (parse_accept_word(s, "file"))
    parse_file(s);
  else if (parse_accept_word(s, "assumption"))
    parse_assumption(s);
  else if (parse_accept_word(s, "order"))
    parse_order(s);
  else if (parse_accept_word(s, "entry"))
    s->entry = expect_symbol(s, "a function's name");
  else if (parse_accept_word(s, "global"))
    parse_global(s);
  else if (parse_accept_word(s, "func"))
    parse_function(s);
  else
    parse_expected(s, "target, file, assumption, order, entry, global or func");
  expect_line_end(s);
}

static void parse_declarations(Parser *s) {
  bool is_first = true;
  parse_advance(s);
  while (s->token.kind != TOKEN_END) {
    if (s->token.kind == TOKEN_NEWLINE) {
      parse_advance(s);
      continue;
    }
    parse_item(s, is_first);
    is_first = false;
  }
}

static void resolve_entry(Parser *s) {
  if (s->failed || s->entry.kind != TOKEN_SYMBOL) return;
  uint64_t found = *symbol_place(s, &s->entry);
  if (!found || !((found - 1) & 1))
    parse_fail_at(s, &s->entry, "%s is not a function", parse_token_text(s, &s->entry));
  else
    s->p->entry = (Fn){(uint32_t)((found - 1) >> 1)};
}

static void require_described(Parser *s) {
  for (uint32_t i = 0; i < s->described.len; i++)
    if (!s->described.data[i])
      parse_fail_at(s, &s->token, "`order` names @%s, but there is no such func",
                    ir_text(s->p, s->p->functions.data[i].name));
}

Program *ir_parse(Arena *arena, const char *text, const char *file_name, IrError *error) {
  Arena *scratch = arena_new();
  Parser *s = arena_new_object(scratch, Parser);
  s->arena = arena;
  s->scratch = scratch;
  s->file_name = file_name;
  s->error = error;
  s->p = program_new(arena, 64);
  s->lexer = lex_start(scratch, text);
  s->default_file = IR_NONE;
  parse_declarations(s);
  require_described(s);
  resolve_entry(s);
  for (uint32_t i = 0; i < s->relocs.len && !s->failed; i++)
    parse_relocs(s, &s->relocs.data[i]);
  for (uint32_t i = 0; i < s->bodies.len && !s->failed; i++)
    parse_body(s, &s->bodies.data[i]);
  Program *p = s->failed ? NULL : s->p;
  arena_free(scratch);
  return p;
}
