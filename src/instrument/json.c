/* See json.h: a parser by recursive descent. */
#include "instrument/json.h"

#include <string.h>

enum { DEPTH_MOST = 64 };

typedef struct Reader {
  Arena *arena;
  const char *at;
  uint32_t line, depth;
  const char *error; /* the first one */
} Reader;

static JsonNode *read_node(Reader *r);

static void *fail(Reader *r, const char *error) {
  if (!r->error) r->error = error;
  return NULL;
}

static void skip_space(Reader *r) {
  for (;; r->at++) {
    if (r->at[0] == '/' && r->at[1] == '/') r->at += strcspn(r->at, "\n");
    if (*r->at == '\n')
      r->line++;
    else if (!*r->at || !strchr(" \t\r", *r->at))
      return;
  }
}

static JsonNode *new_node(Reader *r, JsonKind kind) {
  JsonNode *node = arena_zalloc(r->arena, sizeof *node);
  node->kind = kind;
  node->line = r->line;
  return node;
}

static bool take(Reader *r, char c) {
  skip_space(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static char escaped(Reader *r) {
  switch (*r->at) {
  case 'n': return '\n';
  case 't': return '\t';
  case '"':
  case '\\':
  case '/': return *r->at;
  default: fail(r, "unknown escape in a string"); return 0;
  }
}

static const char *read_text(Reader *r) {
  VecChar out = {0};
  for (r->at++; *r->at != '"'; r->at++) {
    if (!*r->at || *r->at == '\n') return fail(r, "a string is not closed");
    char c = *r->at;
    if (c == '\\') {
      r->at++;
      c = escaped(r);
      if (r->error) return NULL;
    }
    vec_push(r->arena, &out, c);
  }
  r->at++;
  vec_push(r->arena, &out, 0);
  return out.data;
}

static JsonNode *read_number(Reader *r) {
  JsonNode *node = new_node(r, JSON_NUMBER);
  bool negative = *r->at == '-';
  r->at += negative;
  if (*r->at < '0' || *r->at > '9') return fail(r, "expected a number after `-`");
  for (; *r->at >= '0' && *r->at <= '9'; r->at++) {
    if (node->number > (INT64_MAX - 9) / 10) return fail(r, "the number is too large");
    node->number = node->number * 10 + (*r->at - '0');
  }
  if (*r->at == '.' || *r->at == 'e' || *r->at == 'E')
    return fail(r, "only whole numbers are allowed");
  if (negative) node->number = -node->number;
  return node;
}

static JsonNode *read_word(Reader *r) {
  static const struct {
    const char *text;
    JsonKind kind;
    bool truth;
  } words[] = {
    {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}, {"null", JSON_NULL, false}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i].text);
    if (strncmp(r->at, words[i].text, length)) continue;
    JsonNode *node = new_node(r, words[i].kind);
    node->truth = words[i].truth;
    r->at += length;
    return node;
  }
  return fail(r, *r->at ? arena_printf(r->arena, "unexpected `%c`", *r->at)
                        : "unexpected end of the file");
}

static JsonNode *read_member(Reader *r) {
  skip_space(r);
  if (*r->at != '"') return fail(r, "expected a key in quotes");
  const char *key = read_text(r);
  if (!key) return NULL;
  if (!take(r, ':')) return fail(r, "expected `:` after the key");
  JsonNode *node = read_node(r);
  if (node) node->key = key;
  return node;
}

static JsonNode *read_list(Reader *r, JsonKind kind, char end) {
  JsonNode *list = new_node(r, kind);
  r->at++;
  if (take(r, end)) return list;
  for (;;) {
    JsonNode *item = kind == JSON_OBJECT ? read_member(r) : read_node(r);
    if (!item) return NULL;
    if (kind == JSON_OBJECT && json_member(list, item->key))
      return fail(r, arena_printf(r->arena, "`%s` is given twice", item->key));
    vec_push(r->arena, &list->items, item);
    if (take(r, end)) return list;
    if (!take(r, ','))
      return fail(r, arena_printf(r->arena, "expected `,` or `%c`", end));
  }
}

static JsonNode *read_value(Reader *r) {
  if (*r->at == '{') return read_list(r, JSON_OBJECT, '}');
  if (*r->at == '[') return read_list(r, JSON_ARRAY, ']');
  if (*r->at == '-' || (*r->at >= '0' && *r->at <= '9')) return read_number(r);
  if (*r->at != '"') return read_word(r);
  JsonNode *node = new_node(r, JSON_STRING);
  node->text = read_text(r);
  return node->text ? node : NULL;
}

static JsonNode *read_node(Reader *r) {
  skip_space(r);
  if (++r->depth > DEPTH_MOST) return fail(r, "too deeply nested");
  JsonNode *node = read_value(r);
  r->depth--;
  return node;
}

JsonNode *json_parse(Arena *arena, const char *text, uint32_t *line, const char **error) {
  Reader r = {.arena = arena, .at = text, .line = 1};
  JsonNode *node = read_node(&r);
  if (node) {
    skip_space(&r);
    if (*r.at) node = fail(&r, "something follows the end of the rules");
  }
  *line = r.line;
  *error = r.error;
  return node;
}

const JsonNode *json_member(const JsonNode *object, const char *key) {
  for (uint32_t i = 0; i < object->items.len; i++)
    if (!strcmp(object->items.data[i]->key, key)) return object->items.data[i];
  return NULL;
}

const char *json_kind_text(JsonKind kind) {
  static const char *const texts[] = {"null",     "true or false", "a number",
                                      "a string", "a list",        "an object"};
  return texts[kind];
}
