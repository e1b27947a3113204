/* The ledger as JSON text, and back. */
#include <jansson.h>
#include <string.h>

#include "ledger/ledger.h"

enum { LEDGER_VERSION = 1 };

/* ---- writing ---- */

/* Text that is not UTF-8 keeps its ASCII part. */
static json_t *text_value(const char *text) {
  json_t *value = json_string(text);
  if (value) return value;
  char *copy = strdup(text);
  if (!copy) return NULL;
  for (char *c = copy; *c; c++)
    if ((unsigned char)*c >= 0x80) *c = '?';
  value = json_string(copy);
  free(copy);
  return value;
}

static void set_text(json_t *object, const char *key, const char *text) {
  if (text) json_object_set_new(object, key, text_value(text));
}

static void set_number(json_t *object, const char *key, uint64_t number) {
  json_object_set_new(object, key, json_integer((json_int_t)number));
}

static json_t *program_value(const Program *p) {
  json_t *value = json_object();
  set_number(value, "pointer_bits", p->ptr_bits);
  set_number(value, "functions", p->functions.len);
  set_number(value, "instructions", p->insts.len);
  return value;
}

static json_t *properties_value(PropertySet properties) {
  json_t *value = json_array();
  for (uint32_t i = 0; i < PROPERTY_COUNT; i++)
    if (properties & PROPERTY_BIT(i))
      json_array_append_new(value, json_string(property_text((Property)i)));
  return value;
}

static json_t *check_value(const Program *p, const Check *check) {
  Fn fn = ir_fn_of(p, check->at);
  const Function *function = ir_function(p, fn);
  const Pos *pos = ir_pos(p, ir_inst(p, check->at)->pos);
  json_t *value = json_object();
  set_text(value, "kind", check_text(check->kind));
  set_text(value, "function", ir_text(p, function->name));
  set_number(value, "function_id", fn.id);
  set_number(value, "instruction", check->at.id - function->first);
  if (pos->line) {
    set_text(value, "file", ir_text(p, pos->file));
    set_number(value, "line", pos->line);
    set_number(value, "column", pos->column);
  }
  set_text(value, "status", check_status_text(check->status));
  if (check->suspect) json_object_set_new(value, "suspect", json_true());
  set_text(value, "engine", check->engine);
  set_text(value, "evidence", check->evidence);
  return value;
}

static void set_hex(json_t *object, const char *key, uint64_t bits) {
  char text[32];
  snprintf(text, sizeof text, "0x%llx", (unsigned long long)bits);
  json_object_set_new(object, key, json_string(text));
}

static const char *const choice_texts[] = {"input", "alloc", "uninit"};

static json_t *choice_value(const Choice *choice) {
  json_t *value = json_object();
  if (!val_none(choice->at)) set_number(value, "at", choice->at.id);
  set_text(value, "kind", choice_texts[choice->kind]);
  set_number(value, "type", choice->type.code);
  set_hex(value, "lo", choice->lo);
  if (choice->hi) set_hex(value, "hi", choice->hi);
  return value;
}

static json_t *witness_value(const Ledger *ledger) {
  json_t *value = json_object(), *inputs = json_array();
  set_number(value, "check", ledger->witness_check.id);
  for (uint32_t i = 0; i < ledger->witness.choices.len; i++)
    json_array_append_new(inputs, choice_value(&ledger->witness.choices.data[i]));
  json_object_set_new(value, "inputs", inputs);
  set_text(value, "report", ledger->witness_report);
  return value;
}

char *ledger_to_json(const Ledger *ledger, Arena *arena) {
  json_t *root = json_object(), *checks = json_array();
  set_text(root, "format", "belay-ledger");
  set_number(root, "version", LEDGER_VERSION);
  json_object_set_new(root, "program", program_value(ledger->program));
  json_object_set_new(root, "properties", properties_value(ledger->properties));
  for (uint32_t i = 0; i < ledger->checks.len; i++)
    json_array_append_new(checks, check_value(ledger->program, &ledger->checks.data[i]));
  json_object_set_new(root, "checks", checks);
  if (ledger->witness_check.id != IR_NONE)
    json_object_set_new(root, "witness", witness_value(ledger));
  set_text(root, "opaque_engine", ledger->opaque_engine);
  char *text = json_dumps(root, JSON_INDENT(1));
  json_decref(root);
  char *copy = arena_strdup(arena, text ? text : "");
  free(text);
  return copy;
}

/* ---- reading: all is looked at before anything is changed ---- */

typedef struct Reader {
  Ledger *ledger;
  Check *checks; /* the new state, by check */
  bool *seen;
  Inputs witness;
  CheckId witness_check;
  const char *witness_report, *opaque_engine;
  const char *error;
} Reader;

static bool fail(Reader *r, const char *error) {
  if (!r->error) r->error = error;
  return false;
}

static const char *get_text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static bool get_number(const json_t *object, const char *key, uint64_t *number) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
  *number = (uint64_t)json_integer_value(value);
  return true;
}

static const char *keep(Reader *r, const char *text) {
  return text ? arena_strdup(r->ledger->arena, text) : NULL;
}

static bool read_program(Reader *r, const json_t *root) {
  const Program *p = r->ledger->program;
  const json_t *value = json_object_get(root, "program");
  uint64_t bits, functions, instructions;
  if (!get_number(value, "pointer_bits", &bits) ||
      !get_number(value, "functions", &functions) ||
      !get_number(value, "instructions", &instructions))
    return fail(r, "not a saved ledger: the description of the program is missing");
  if (bits != p->ptr_bits || functions != p->functions.len ||
      instructions != p->insts.len)
    return fail(r, "the ledger was saved for another program");
  return true;
}

static bool find_check(Reader *r, const json_t *value, CheckId *id) {
  const Program *p = r->ledger->program;
  CheckKind kind;
  uint64_t fn, inst;
  const char *text = get_text(value, "kind"), *name = get_text(value, "function");
  if (!text || !check_by_text(text, &kind) || !name ||
      !get_number(value, "function_id", &fn) || !get_number(value, "instruction", &inst))
    return fail(r, "a saved check has no kind, function or instruction");
  if (fn >= p->functions.len)
    return fail(r, "a saved check is in no function of the program");
  const Function *function = ir_function(p, (Fn){(uint32_t)fn});
  if (strcmp(ir_text(p, function->name), name) || inst >= function->inst_count)
    return fail(r, "a saved check is in no function of the program");
  *id = ledger_find(r->ledger, kind, (Val){function->first + (uint32_t)inst});
  if (id->id == IR_NONE) return fail(r, "a saved check is not one of the program's");
  if (r->seen[id->id]) return fail(r, "a check was saved twice");
  return r->seen[id->id] = true;
}

static bool read_check(Reader *r, const json_t *value) {
  CheckId id;
  if (!find_check(r, value, &id)) return false;
  Check *check = &r->checks[id.id];
  const char *status = get_text(value, "status");
  uint8_t code = CHECK_OPEN;
  while (code <= CHECK_BROKEN && (!status || strcmp(status, check_status_text(code))))
    code++;
  if (code > CHECK_BROKEN) return fail(r, "a saved check has no status");
  check->status = code;
  check->suspect = json_is_true(json_object_get(value, "suspect"));
  check->engine = keep(r, get_text(value, "engine"));
  check->evidence = keep(r, get_text(value, "evidence"));
  return true;
}

static bool read_hex(const json_t *object, const char *key, uint64_t *bits) {
  const char *text = get_text(object, key);
  char *end;
  if (!text) return false;
  *bits = strtoull(text, &end, 0);
  return *text && !*end;
}

static bool read_choice(Reader *r, const json_t *value) {
  Choice choice = {.at = VAL_NONE};
  uint64_t at, type;
  const char *kind = get_text(value, "kind");
  while (choice.kind <= CHOICE_UNINIT &&
         (!kind || strcmp(kind, choice_texts[choice.kind])))
    choice.kind++;
  if (choice.kind > CHOICE_UNINIT || !get_number(value, "type", &type) ||
      type > UINT16_MAX || !read_hex(value, "lo", &choice.lo))
    return fail(r, "a saved input is not one");
  read_hex(value, "hi", &choice.hi);
  choice.type.code = (uint16_t)type;
  if (get_number(value, "at", &at)) {
    if (at >= r->ledger->program->insts.len) return fail(r, "a saved input is not one");
    choice.at.id = (uint32_t)at;
  }
  vec_push(r->ledger->arena, &r->witness.choices, choice);
  return true;
}

static bool read_witness(Reader *r, const json_t *value) {
  uint64_t check;
  if (!get_number(value, "check", &check) || check >= r->ledger->checks.len ||
      r->checks[check].status != CHECK_BROKEN)
    return fail(r, "the saved witness belongs to no broken check");
  r->witness_check.id = (uint32_t)check;
  r->witness_report = keep(r, get_text(value, "report"));
  const json_t *inputs = json_object_get(value, "inputs");
  for (size_t i = 0; i < json_array_size(inputs); i++)
    if (!read_choice(r, json_array_get(inputs, i))) return false;
  return true;
}

static bool read_ledger(Reader *r, const json_t *root) {
  uint64_t version;
  const char *format = get_text(root, "format");
  if (!format || strcmp(format, "belay-ledger")) return fail(r, "not a saved ledger");
  if (!get_number(root, "version", &version) || version != LEDGER_VERSION)
    return fail(r, "the ledger was saved by another version");
  if (!read_program(r, root)) return false;
  const json_t *checks = json_object_get(root, "checks");
  if (json_array_size(checks) != r->ledger->checks.len)
    return fail(r, "the ledger was saved for other properties or another program");
  for (size_t i = 0; i < json_array_size(checks); i++)
    if (!read_check(r, json_array_get(checks, i))) return false;
  const json_t *witness = json_object_get(root, "witness");
  r->opaque_engine = keep(r, get_text(root, "opaque_engine"));
  return !witness || read_witness(r, witness);
}

bool ledger_load_json(Ledger *ledger, const char *text, const char **error) {
  json_error_t where;
  json_t *root = json_loads(text, 0, &where);
  if (!root) {
    *error = arena_printf(ledger->arena, "line %d: %s", where.line, where.text);
    return false;
  }
  uint32_t count = ledger->checks.len;
  Reader r = {.ledger = ledger,
              .checks = arena_new_array(ledger->arena, Check, count),
              .seen = arena_new_array(ledger->arena, bool, count),
              .witness_check = {IR_NONE}};
  for (uint32_t i = 0; i < count; i++) r.checks[i] = ledger->checks.data[i];
  bool good = read_ledger(&r, root);
  json_decref(root);
  if (!good) return *error = r.error, false;
  for (uint32_t i = 0; i < count; i++) ledger->checks.data[i] = r.checks[i];
  ledger->witness = r.witness;
  ledger->witness_check = r.witness_check;
  ledger->witness_report = r.witness_report;
  ledger->opaque_engine = r.opaque_engine;
  return true;
}
