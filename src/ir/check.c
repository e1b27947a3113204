/* The tables of checks.def as functions. */
#include "ir/check.h"

#include <string.h>

static const struct {
  const char *text, *rule, *help;
  Property property;
} checks[] = {
#define CHECK(name, text, property, rule, help) {text, rule, help, PROPERTY_##property},
#include "ir/checks.def"
};

static const char *const properties[] = {
#define PROPERTY(name, text) text,
#include "ir/checks.def"
};

static const struct {
  unsigned cwe;
  const char *text;
} causes[] = {
#define CAUSE(name, cwe, text) {cwe, text},
#include "ir/checks.def"
};

const char *check_text(CheckKind kind) { return checks[kind].text; }
const char *check_rule(CheckKind kind) { return checks[kind].rule; }
const char *check_help(CheckKind kind) { return checks[kind].help; }
Property check_property(CheckKind kind) { return checks[kind].property; }
const char *property_text(Property property) { return properties[property]; }
const char *cause_text(Cause cause) { return causes[cause].text; }
unsigned cause_cwe(Cause cause) { return causes[cause].cwe; }

bool check_by_text(const char *text, CheckKind *kind) {
  for (int i = 0; i < CHECK_KIND_COUNT; i++)
    if (!strcmp(checks[i].text, text)) return *kind = (CheckKind)i, true;
  return false;
}
