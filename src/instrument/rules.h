/* Instrumentation rules: what to look for, under which conditions, what to insert and to
 * remember; in stages. Read from JSON; docs/instrument.md has the format, tables.def the
 * words of it. After sbt-instrumentation ("Joint Forces ...", section 4.2). */
#ifndef BELAY_INSTRUMENT_RULES_H
#define BELAY_INSTRUMENT_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

typedef enum RuleFind {
#define FIND(name, text, help) FIND_##name,
#include "instrument/tables.def"
  FIND_COUNT
} RuleFind;

typedef enum RuleQuery {
#define QUERY(name, text, arguments, help) QUERY_##name,
#include "instrument/tables.def"
  QUERY_COUNT
} RuleQuery;

typedef enum RuleValue {
#define VALUE(name, text, help) VALUE_##name,
#include "instrument/tables.def"
  VALUE_RESULT,  /* of the instruction */
  VALUE_OPERAND, /* number `index` */
  VALUE_INTEGER, /* `index` itself, an i32 */
  VALUE_TEXT,
} RuleValue;

typedef struct RuleArgument {
  RuleValue value;
  int64_t index;
  const char *text;
} RuleArgument;

typedef enum ConditionKind {
  CONDITION_QUERY,
  CONDITION_FLAG,
  CONDITION_REMEMBERED
} ConditionKind;

typedef struct RuleCondition {
  ConditionKind kind;
  bool expected;
  RuleQuery query;
  const char *text; /* FLAG: its name; QUERY field: the struct's name */
  int64_t number;   /* QUERY field: the field's number */
} RuleCondition;

typedef enum RuleRemember {
  REMEMBER_NOTHING,
  REMEMBER_TARGETS,   /* what the pointer of the access may mean */
  REMEMBER_UNCERTAIN, /* of check_bounds: what its first comparison does not decide */
} RuleRemember;

typedef Vec(const char *) VecWords;

typedef struct Rule {
  uint32_t line;
  RuleFind find;
  VecWords callees;   /* CALL: none is any */
  VecWords functions; /* where; none is everywhere */
  VecWords modes;     /* none is all */
  int library;       /* 1: only in the library's functions, 0: only in others, -1: both */
  const char *group; /* at one place only the first rule of a group acts; NULL */
  Vec(RuleCondition) conditions;
  const char *call; /* NULL: inserts nothing */
  Vec(RuleArgument) arguments;
  bool after;
  RuleRemember remember;
  VecWords sets; /* flags that become true */
} Rule;

typedef struct RuleStage {
  Vec(Rule) rules;
} RuleStage;

typedef struct Rules {
  const char *name;
  VecWords modes;      /* the first one is the default; may be empty */
  bool marks_overflow; /* clang marks all that is signed, shifts and constants, too */
  Vec(RuleStage) stages;
} Rules;

typedef struct RulesError {
  uint32_t line;
  const char *message;
} RulesError;

/* NULL with *error set. */
Rules *rules_parse(Arena *arena, const char *text, RulesError *error);
/* A configuration that belay ships: "memory-safety", "signed-overflow"; NULL. */
const char *rules_shipped(const char *name);

#endif
