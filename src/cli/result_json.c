/* See result_json.h. Keys are in the order in which they are set. */
#include "cli/result_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"
#include "cli/budget.h"
#include "report/path.h"
#include "report/world.h"

/* Text that is not UTF-8 (names and sources may hold anything) loses its odd bytes. */
static json_t *repaired(const char *value) {
  char *copy = strdup(value);
  for (char *at = copy; *at; at++)
    if ((unsigned char)*at >= 0x80) *at = '?';
  json_t *string = json_string(copy);
  free(copy);
  return string;
}

static json_t *text(const char *value) {
  if (!value) return json_null();
  json_t *string = json_string(value);
  return string ? string : repaired(value);
}

static void set(json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) panic("no memory for JSON");
}

static json_t *place_json(const Program *p, uint32_t index) {
  const Pos *pos = ir_pos(p, index);
  json_t *place = json_object();
  set(place, "file", text(ir_text(p, pos->file)));
  set(place, "line", json_integer(pos->line));
  set(place, "column", json_integer(pos->column));
  return place;
}

static json_t *check_json(const Ledger *ledger, CheckId id, Arena *arena) {
  const Program *p = ledger->program;
  const Check *check = ledger_check(ledger, id);
  json_t *object = json_object();
  set(object, "id", json_integer(id.id));
  set(object, "kind", text(check_text(check->kind)));
  set(object, "property", text(property_text(check_property(check->kind))));
  set(object, "function", text(ir_text(p, ir_function(p, ir_fn_of(p, check->at))->name)));
  set(object, "what", text(ledger_describe(ledger, id, arena)));
  set(object, "instruction", json_integer(check->at.id));
  set(object, "place", place_json(p, ir_inst(p, check->at)->pos));
  set(object, "status", text(check_status_text((CheckStatus)check->status)));
  set(object, "suspect", json_boolean(check->suspect));
  set(object, "engine", text(check->engine));
  set(object, "evidence", text(check->evidence));
  return object;
}

static json_t *checks_json(const Ledger *ledger, Arena *arena) {
  json_t *list = json_array();
  for (CheckId id = {0}; id.id < ledger->checks.len; id.id++)
    json_array_append_new(list, check_json(ledger, id, arena));
  return list;
}

static json_t *properties_json(PropertySet properties) {
  json_t *list = json_array();
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (properties & PROPERTY_BIT(i))
      json_array_append_new(list, text(property_text((Property)i)));
  return list;
}

static json_t *texts_json(const VecText *texts) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < texts->len; i++)
    json_array_append_new(list, text(texts->data[i]));
  return list;
}

static json_t *assumptions_json(const Program *p) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < p->assumptions.len; i++)
    json_array_append_new(list, text(ir_text(p, p->assumptions.data[i])));
  return list;
}

static json_t *input_json(const Program *p, const Choice *choice) {
  static const char *const kinds[] = {"input", "alloc", "uninitialised"};
  json_t *object = json_object();
  set(object, "kind", text(kinds[choice->kind]));
  unsigned bits = ir_type_bits(p, choice->type);
  uint64_t low = choice->lo;
  if (type_is_int(choice->type) && bits < 64)
    low = (uint64_t)((int64_t)(low << (64 - bits)) >> (64 - bits));
  set(object, "bits", json_integer(bits));
  set(object, "value", json_integer((json_int_t)low));
  if (choice->hi) set(object, "high", json_integer((json_int_t)choice->hi));
  if (val_is_inst(choice->at)) {
    set(object, "instruction", json_integer(choice->at.id));
    set(object, "place", place_json(p, ir_inst(p, choice->at)->pos));
  }
  return object;
}

static json_t *inputs_json(const Ledger *ledger) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < ledger->witness.choices.len; i++)
    json_array_append_new(list,
                          input_json(ledger->program, &ledger->witness.choices.data[i]));
  return list;
}

static json_t *step_json(const Ledger *ledger, const PathStep *step, Arena *arena) {
  const Program *p = ledger->program;
  json_t *object = json_object();
  set(object, "kind", text(step->choice ? "choice" : "branch"));
  if (step->choice) {
    const Choice *choice = &ledger->witness.choices.data[step->number];
    set(object, "input", json_integer(step->number));
    set(object, "source", text(world_source(p, choice)));
    set(object, "value", text(world_value(p, choice, arena)));
  } else {
    set(object, "taken", text(path_taken(p, step, arena)));
    set(object, "times", json_integer(step->times));
  }
  if (val_is_inst(step->place))
    set(object, "place", place_json(p, ir_inst(p, step->place)->pos));
  return object;
}

static json_t *path_json(const Ledger *ledger, Arena *arena) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < ledger->witness_path.steps.len; i++)
    json_array_append_new(list,
                          step_json(ledger, &ledger->witness_path.steps.data[i], arena));
  return list;
}

static json_t *arguments_json(const World *world, Arena *arena) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < world->arguments.len; i++)
    json_array_append_new(list, text(world->arguments.data[i].data));
  return list;
}

static json_t *violation_json(const Ledger *ledger, Arena *arena) {
  if (ledger->witness_check.id == IR_NONE) return json_null();
  json_t *object = check_json(ledger, ledger->witness_check, arena);
  set(object, "report", text(ledger->witness_report));
  set(object, "inputs", inputs_json(ledger));
  World world = world_of(ledger->program, &ledger->witness, arena);
  set(object, "arguments", arguments_json(&world, arena));
  set(object, "path", path_json(ledger, arena));
  set(object, "path_missing", json_integer((json_int_t)ledger->witness_path.missing));
  return object;
}

static json_t *statistics_json(const EngineResult *result) {
  json_t *object = json_object();
  for (uint32_t i = 0; i < result->statistics.len; i++)
    set(object, result->statistics.data[i].name,
        json_real(result->statistics.data[i].value));
  return object;
}

static json_t *engine_json(const EngineReport *report) {
  static const char *const ends[] = {"done", "crashed", "timeout", "out of memory"};
  json_t *object = json_object();
  set(object, "name", text(report->engine->name));
  set(object, "end", text(ends[report->result.end]));
  set(object, "cpu_seconds", json_real(report->result.cpu_seconds));
  set(object, "safe", json_integer(report->result.safe));
  set(object, "broken", json_integer(report->result.broken));
  set(object, "suspect", json_integer(report->result.suspect));
  set(object, "unconfirmed", json_integer(report->result.unconfirmed));
  set(object, "reason", text(report->result.reason));
  set(object, "statistics", statistics_json(&report->result));
  return object;
}

static json_t *engines_json(const Outcome *outcome) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < outcome->reports.len; i++)
    json_array_append_new(list, engine_json(&outcome->reports.data[i]));
  return list;
}

/* Takes the tree. */
static const char *dump(Arena *arena, json_t *tree) {
  char *plain =
    json_dumps(tree, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
  if (!plain) panic("no memory for JSON");
  const char *copy = arena_printf(arena, "%s\n", plain);
  free(plain);
  json_decref(tree);
  return copy;
}

const char *json_of_outcome(Arena *arena, const Options *options, PropertySet properties,
                            const Outcome *outcome, const char *verdict) {
  const Ledger *ledger = outcome->ledger;
  const Program *p = ledger->program;
  json_t *tree = json_object();
  set(tree, "belay", text(BELAY_VERSION));
  set(tree, "verdict", text(verdict));
  set(tree, "properties", properties_json(properties));
  set(tree, "files", texts_json(&options->operands));
  set(tree, "arch", json_integer(p->ptr_bits));
  set(tree, "entry",
      text(options->entry ? options->entry : ir_text(p, ir_function(p, p->entry)->name)));
  set(tree, "violation", violation_json(ledger, arena));
  set(tree, "assumptions", assumptions_json(p));
  set(tree, "engines", engines_json(outcome));
  set(tree, "cpu_seconds", json_real(budget_spent()));
  set(tree, "checks", checks_json(ledger, arena));
  return dump(arena, tree);
}

const char *json_of_checks(Arena *arena, const Ledger *ledger) {
  json_t *tree = json_object();
  set(tree, "belay", text(BELAY_VERSION));
  set(tree, "checks", checks_json(ledger, arena));
  return dump(arena, tree);
}
