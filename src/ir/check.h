/* Kinds of check, properties, and causes of a violation; the table is checks.def. */
#ifndef BELAY_IR_CHECK_H
#define BELAY_IR_CHECK_H

#include <stdbool.h>

typedef enum CheckKind {
#define CHECK(name, text, property, rule, help) CHECK_##name,
#include "ir/checks.def"
  CHECK_KIND_COUNT
} CheckKind;

typedef enum Property {
#define PROPERTY(name, text) PROPERTY_##name,
#include "ir/checks.def"
  PROPERTY_COUNT
} Property;

typedef enum Cause {
#define CAUSE(name, cwe, text) CAUSE_##name,
#include "ir/checks.def"
  CAUSE_COUNT
} Cause;

const char *check_text(CheckKind kind);
const char *check_rule(CheckKind kind);
const char *check_help(CheckKind kind);
Property check_property(CheckKind kind);
const char *property_text(Property property);
const char *cause_text(Cause cause);
unsigned cause_cwe(Cause cause);
/* By text; false when there is none of that name. */
bool check_by_text(const char *text, CheckKind *kind);

#endif
