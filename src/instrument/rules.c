/* See rules.h. Every mistake is told with its line. */
#include "instrument/rules.h"

#include <string.h>

#include "instrument/json.h"

typedef struct Reader {
  Arena *arena;
  RulesError *error;
  const Rules *rules;
  VecWords operands; /* the names that `find` gives, in order; "*" has none */
  const char *result;
} Reader;

static bool fail(Reader *r, const JsonNode *at, const char *message) {
  if (!r->error->message) *r->error = (RulesError){at->line, message};
  return false;
}

#define FAIL(r, at, ...) fail(r, at, arena_printf((r)->arena, __VA_ARGS__))

static bool expect(Reader *r, const JsonNode *node, JsonKind kind, const char *what) {
  if (node->kind == kind) return true;
  return FAIL(r, node, "%s must be %s, not %s", what, json_kind_text(kind),
              json_kind_text(node->kind));
}

/* Only these keys, in an object. `keys` ends with NULL. */
static bool expect_keys(Reader *r, const JsonNode *node, const char *what,
                        const char *const *keys) {
  if (!expect(r, node, JSON_OBJECT, what)) return false;
  for (uint32_t i = 0; i < node->items.len; i++) {
    const JsonNode *item = node->items.data[i];
    const char *const *key = keys;
    while (*key && strcmp(*key, item->key)) key++;
    if (!*key) return FAIL(r, item, "%s has no `%s`", what, item->key);
  }
  return true;
}

static int index_of(const char *const *words, int count, const char *word) {
  for (int i = 0; i < count; i++)
    if (!strcmp(words[i], word)) return i;
  return -1;
}

static const char *const find_texts[] = {
#define FIND(name, text, help) text,
#include "instrument/tables.def"
};
static const char *const query_texts[] = {
#define QUERY(name, text, arguments, help) text,
#include "instrument/tables.def"
};
static const unsigned query_arguments[] = {
#define QUERY(name, text, arguments, help) arguments,
#include "instrument/tables.def"
};
static const char *const value_texts[] = {
#define VALUE(name, text, help) text,
#include "instrument/tables.def"
};

/* ---- words ---- */

/* A string or a list of strings. */
static bool read_words(Reader *r, const JsonNode *node, const char *what, VecWords *out) {
  if (!node) return true;
  if (node->kind == JSON_STRING) {
    vec_push(r->arena, out, node->text);
    return true;
  }
  if (node->kind != JSON_ARRAY)
    return FAIL(r, node, "%s must be a string or a list of strings", what);
  for (uint32_t i = 0; i < node->items.len; i++) {
    if (!expect(r, node->items.data[i], JSON_STRING, what)) return false;
    vec_push(r->arena, out, node->items.data[i]->text);
  }
  return true;
}

static bool has_word(const VecWords *words, const char *word) {
  for (uint32_t i = 0; i < words->len; i++)
    if (!strcmp(words->data[i], word)) return true;
  return false;
}

static bool is_variable(const char *text) {
  size_t length = strlen(text);
  return length > 2 && text[0] == '<' && text[length - 1] == '>';
}

/* ---- find ---- */

static bool bind(Reader *r, const JsonNode *node) {
  if (!expect(r, node, JSON_STRING, "an operand")) return false;
  if (strcmp(node->text, "*") && !is_variable(node->text))
    return FAIL(r, node, "an operand is `*` or a name such as `<p>`, not `%s`",
                node->text);
  if (index_of(value_texts, sizeof value_texts / sizeof *value_texts, node->text) >= 0)
    return FAIL(r, node, "`%s` has a meaning of its own", node->text);
  return true;
}

static bool read_operands(Reader *r, const JsonNode *node) {
  if (!node) return true;
  if (!expect(r, node, JSON_ARRAY, "`operands`")) return false;
  for (uint32_t i = 0; i < node->items.len; i++) {
    if (!bind(r, node->items.data[i])) return false;
    vec_push(r->arena, &r->operands, node->items.data[i]->text);
  }
  return true;
}

static bool read_find(Reader *r, const JsonNode *node, Rule *rule) {
  static const char *const keys[] = {"what", "operands", "result", "callee", NULL};
  if (!expect_keys(r, node, "`find`", keys)) return false;
  const JsonNode *what = json_member(node, "what");
  if (!what) return fail(r, node, "`find` needs `what`");
  if (!expect(r, what, JSON_STRING, "`what`")) return false;
  int found = index_of(find_texts, FIND_COUNT, what->text);
  if (found < 0)
    return FAIL(r, what, "there is no instruction or place `%s`", what->text);
  rule->find = (RuleFind)found;
  const JsonNode *callee = json_member(node, "callee");
  if (callee && rule->find != FIND_CALL)
    return fail(r, callee, "only a call has a callee");
  if (!read_words(r, callee, "`callee`", &rule->callees)) return false;
  if (!read_operands(r, json_member(node, "operands"))) return false;
  const JsonNode *result = json_member(node, "result");
  if (!result) return true;
  if (!bind(r, result)) return false;
  r->result = result->text;
  return true;
}

/* ---- conditions ---- */

static bool read_field(Reader *r, const JsonNode *query, RuleCondition *condition) {
  const JsonNode *type = query->items.data[1], *number = query->items.data[2];
  if (!expect(r, type, JSON_STRING, "the name of a struct")) return false;
  if (!expect(r, number, JSON_NUMBER, "the number of a field")) return false;
  condition->text = type->text;
  condition->number = number->number;
  return true;
}

static bool read_query(Reader *r, const JsonNode *node, RuleCondition *condition) {
  const JsonNode *name = node;
  unsigned given = 0;
  if (node->kind == JSON_ARRAY) {
    if (!node->items.len) return fail(r, node, "`query` is empty");
    name = node->items.data[0];
    given = node->items.len - 1;
  }
  if (!expect(r, name, JSON_STRING, "the name of a query")) return false;
  int found = index_of(query_texts, QUERY_COUNT, name->text);
  if (found < 0) return FAIL(r, name, "there is no query `%s`", name->text);
  if (given != query_arguments[found])
    return FAIL(r, name, "the query `%s` takes %u arguments, not %u", name->text,
                query_arguments[found], given);
  condition->query = (RuleQuery)found;
  return given == 0 || read_field(r, node, condition);
}

static bool read_condition(Reader *r, const JsonNode *node, Rule *rule) {
  static const char *const keys[] = {"query", "flag", "remembered", "is", NULL};
  if (!expect_keys(r, node, "a condition", keys)) return false;
  const JsonNode *query = json_member(node, "query"), *flag = json_member(node, "flag");
  const JsonNode *remembered = json_member(node, "remembered"),
                 *is = json_member(node, "is");
  RuleCondition condition = {.expected = true};
  if (!!query + !!flag + !!remembered != 1)
    return fail(r, node, "a condition asks one thing: `query`, `flag` or `remembered`");
  if (is && !expect(r, is, JSON_BOOL, "`is`")) return false;
  if (is) condition.expected = is->truth;
  if (query && !read_query(r, query, &condition)) return false;
  if (flag) {
    if (!expect(r, flag, JSON_STRING, "`flag`")) return false;
    condition.kind = CONDITION_FLAG;
    condition.text = flag->text;
  }
  if (remembered) {
    if (!expect(r, remembered, JSON_BOOL, "`remembered`")) return false;
    condition.kind = CONDITION_REMEMBERED;
    condition.expected = condition.expected == remembered->truth;
  }
  vec_push(r->arena, &rule->conditions, condition);
  return true;
}

static bool read_conditions(Reader *r, const JsonNode *node, Rule *rule) {
  if (!node) return true;
  if (!expect(r, node, JSON_ARRAY, "`conditions`")) return false;
  for (uint32_t i = 0; i < node->items.len; i++)
    if (!read_condition(r, node->items.data[i], rule)) return false;
  return true;
}

/* ---- insert ---- */

static bool asks(const Rule *rule, RuleQuery query) {
  for (uint32_t i = 0; i < rule->conditions.len; i++) {
    const RuleCondition *c = &rule->conditions.data[i];
    if (c->kind == CONDITION_QUERY && c->query == query && c->expected) return true;
  }
  return false;
}

static bool read_variable(Reader *r, const JsonNode *node, const Rule *rule,
                          RuleArgument *out) {
  int fixed = index_of(value_texts, sizeof value_texts / sizeof *value_texts, node->text);
  bool bounds = fixed >= VALUE_FROM && fixed <= VALUE_MAX_AFTER;
  bool passed = fixed >= VALUE_PASSED_INTEGER && fixed <= VALUE_PASSED_MEMORY;
  if (bounds && !asks(rule, QUERY_BOUNDS))
    return FAIL(r, node, "`%s` needs the condition `bounds`", node->text);
  if (passed && !asks(rule, QUERY_VARIADIC))
    return FAIL(r, node, "`%s` needs the condition `variadic`", node->text);
  if (fixed >= 0) return out->value = (RuleValue)fixed, true;
  if (r->result && !strcmp(r->result, node->text)) return out->value = VALUE_RESULT, true;
  out->value = VALUE_OPERAND;
  out->index = index_of(r->operands.data, (int)r->operands.len, node->text);
  if (out->index < 0) return FAIL(r, node, "`%s` is not bound by `find`", node->text);
  return true;
}

static bool read_argument(Reader *r, const JsonNode *node, Rule *rule) {
  RuleArgument argument = {0};
  if (node->kind == JSON_NUMBER) {
    argument = (RuleArgument){VALUE_INTEGER, node->number, NULL};
    if (node->number != (int32_t)node->number)
      return fail(r, node, "the number does not fit 32 bits");
  } else {
    if (!expect(r, node, JSON_STRING, "an argument")) return false;
    if (is_variable(node->text)) {
      if (!read_variable(r, node, rule, &argument)) return false;
    } else {
      argument = (RuleArgument){VALUE_TEXT, 0, node->text};
    }
  }
  vec_push(r->arena, &rule->arguments, argument);
  return true;
}

static bool read_where(Reader *r, const JsonNode *node, Rule *rule) {
  if (!node) return true;
  if (!expect(r, node, JSON_STRING, "`where`")) return false;
  rule->after = !strcmp(node->text, "after");
  if (!rule->after && strcmp(node->text, "before"))
    return FAIL(r, node, "`where` is `before` or `after`, not `%s`", node->text);
  if (rule->after && (rule->find >= FIND_RETURN))
    return FAIL(r, node, "nothing can be inserted after `%s`", find_texts[rule->find]);
  return true;
}

static bool read_insert(Reader *r, const JsonNode *node, Rule *rule) {
  static const char *const keys[] = {"call", "arguments", "where", NULL};
  if (!node) return true;
  if (!expect_keys(r, node, "`insert`", keys)) return false;
  const JsonNode *call = json_member(node, "call"),
                 *arguments = json_member(node, "arguments");
  if (!call) return fail(r, node, "`insert` needs `call`: the name of a function");
  if (!expect(r, call, JSON_STRING, "`call`")) return false;
  rule->call = call->text;
  if (!*rule->call) return fail(r, call, "`call` is empty");
  if (!read_where(r, json_member(node, "where"), rule)) return false;
  if (!arguments) return true;
  if (!expect(r, arguments, JSON_ARRAY, "`arguments`")) return false;
  for (uint32_t i = 0; i < arguments->items.len; i++)
    if (!read_argument(r, arguments->items.data[i], rule)) return false;
  return true;
}

static bool read_remember(Reader *r, const JsonNode *node, Rule *rule) {
  if (!node) return true;
  if (!expect(r, node, JSON_STRING, "`remember`")) return false;
  bool targets = !strcmp(node->text, "targets");
  if (!targets && strcmp(node->text, "uncertain"))
    return FAIL(r, node, "`remember` is `targets` or `uncertain`, not `%s`", node->text);
  rule->remember = targets ? REMEMBER_TARGETS : REMEMBER_UNCERTAIN;
  if (rule->find > FIND_STORE && rule->find != FIND_CALL)
    return fail(r, node, "only an access or a call has something to remember");
  return true;
}

/* ---- a rule ---- */

static bool read_modes(Reader *r, const JsonNode *node, Rule *rule) {
  if (!read_words(r, node, "`modes`", &rule->modes)) return false;
  for (uint32_t i = 0; i < rule->modes.len; i++)
    if (!has_word(&r->rules->modes, rule->modes.data[i]))
      return FAIL(r, node, "there is no mode `%s`", rule->modes.data[i]);
  return true;
}

static bool read_library(Reader *r, const JsonNode *node, Rule *rule) {
  rule->library = -1;
  if (!node) return true;
  if (!expect(r, node, JSON_BOOL, "`library`")) return false;
  rule->library = node->truth;
  return true;
}

static bool read_rule(Reader *r, const JsonNode *node, RuleStage *stage) {
  static const char *const keys[] = {"find",  "in",         "library", "modes",
                                     "group", "conditions", "insert",  "remember",
                                     "set",   "note",       NULL};
  if (!expect_keys(r, node, "a rule", keys)) return false;
  Rule rule = {.line = node->line};
  const JsonNode *find = json_member(node, "find"), *group = json_member(node, "group");
  r->operands = (VecWords){0};
  r->result = NULL;
  if (!find) return fail(r, node, "a rule needs `find`");
  if (group && !expect(r, group, JSON_STRING, "`group`")) return false;
  if (group) rule.group = group->text;
  bool good = read_find(r, find, &rule) &&
              read_modes(r, json_member(node, "modes"), &rule) &&
              read_words(r, json_member(node, "in"), "`in`", &rule.functions) &&
              read_library(r, json_member(node, "library"), &rule) &&
              read_conditions(r, json_member(node, "conditions"), &rule) &&
              read_insert(r, json_member(node, "insert"), &rule) &&
              read_remember(r, json_member(node, "remember"), &rule) &&
              read_words(r, json_member(node, "set"), "`set`", &rule.sets);
  if (good) vec_push(r->arena, &stage->rules, rule);
  return good;
}

static bool read_stage(Reader *r, const JsonNode *node, Rules *rules) {
  static const char *const keys[] = {"rules", "note", NULL};
  RuleStage stage = {0};
  if (!expect_keys(r, node, "a stage", keys)) return false;
  const JsonNode *list = json_member(node, "rules");
  if (!list) return fail(r, node, "a stage needs `rules`");
  if (!expect(r, list, JSON_ARRAY, "`rules`")) return false;
  for (uint32_t i = 0; i < list->items.len; i++)
    if (!read_rule(r, list->items.data[i], &stage)) return false;
  vec_push(r->arena, &rules->stages, stage);
  return true;
}

static bool read_marks(Reader *r, const JsonNode *node, Rules *rules) {
  if (!node) return true;
  if (!expect(r, node, JSON_STRING, "`marks`")) return false;
  if (strcmp(node->text, "signed-overflow"))
    return FAIL(r, node, "there are no marks `%s`", node->text);
  return rules->marks_overflow = true;
}

static bool read_rules(Reader *r, const JsonNode *node, Rules *rules) {
  static const char *const keys[] = {"name", "modes", "marks", "stages", "note", NULL};
  if (!expect_keys(r, node, "a rule file", keys)) return false;
  if (!read_marks(r, json_member(node, "marks"), rules)) return false;
  const JsonNode *name = json_member(node, "name"), *stages = json_member(node, "stages");
  if (name && !expect(r, name, JSON_STRING, "`name`")) return false;
  rules->name = name ? name->text : "";
  if (!read_words(r, json_member(node, "modes"), "`modes`", &rules->modes)) return false;
  if (!stages) return fail(r, node, "a rule file needs `stages`");
  if (!expect(r, stages, JSON_ARRAY, "`stages`")) return false;
  for (uint32_t i = 0; i < stages->items.len; i++)
    if (!read_stage(r, stages->items.data[i], rules)) return false;
  return true;
}

Rules *rules_parse(Arena *arena, const char *text, RulesError *error) {
  *error = (RulesError){0};
  Rules *rules = arena_zalloc(arena, sizeof *rules);
  JsonNode *node = json_parse(arena, text, &error->line, &error->message);
  if (!node) return NULL;
  Reader r = {.arena = arena, .error = error, .rules = rules};
  return read_rules(&r, node, rules) ? rules : NULL;
}
